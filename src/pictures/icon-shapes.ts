import { readFileSync } from 'node:fs';
import type { IconName } from './icon-names.ts';

/** The SVG elements of an icon, from the source of its module, `const iconData … = {…};`: the package exports no data. */
export function iconShapes(name: IconName): string {
  const source = readFileSync(new URL(import.meta.resolve(`@lucide/astro/icons/${name}`)), 'utf8');
  const { node } = JSON.parse(/ = (\{.*\});/.exec(source)?.[1] ?? '') as {
    node: [shape: string, attributes: Record<string, string>][];
  };
  return node
    .map(([shape, attributes]) => {
      const pairs = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${value}"`);
      return `<${shape}${pairs.join('')}></${shape}>`;
    })
    .join('');
}
