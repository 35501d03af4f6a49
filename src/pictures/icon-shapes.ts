import { readFileSync } from 'node:fs';
import { layersOf } from './drawing.ts';
import { DRAWN_ICONS, type IconName } from './icon-names.ts';

/** The SVG elements of an icon, in a box of 24 by 24. Drawn ones have classes for their colors (`components/Icon.astro`). */
export function iconShapes(name: IconName): string {
  if (DRAWN_ICONS.some((drawn) => drawn === name)) {
    const layers = layersOf(readFileSync(`src/assets/icons/${name}.svg`, 'utf8'));
    return `<g class="drawn" transform="scale(.5)">${[...layers.values()].join('')}</g>`;
  }
  // From the source of its module, `const iconData … = {…};`: the package exports no data.
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
