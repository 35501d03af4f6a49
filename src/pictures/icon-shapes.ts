import { readFileSync } from 'node:fs';
import type { IconName } from './icon-names.ts';

/** The SVG elements that an icon is drawn with. The package has them in the source of its module alone. */
export function iconShapes(name: IconName): [string, Record<string, string>][] {
  const source = readFileSync(new URL(import.meta.resolve(`@lucide/astro/icons/${name}`)), 'utf8');
  return JSON.parse(/ = (\{.*\});/.exec(source)?.[1] ?? '').node;
}
