import { readFileSync } from 'node:fs';
import iconNodes from 'lucide-static/icon-nodes.json' with { type: 'json' };
import { layersOf } from './drawing.ts';
import { DRAWN_ICONS, type IconName } from './icon-names.ts';

/** The SVG elements of an icon, in a box of 24 by 24. Drawn ones, from a box of 48, have the colors and two weights of the house. */
export function iconShapes(name: IconName): string {
  if (DRAWN_ICONS.some((drawn) => drawn === name)) {
    const layers = layersOf(readFileSync(`src/assets/icons/${name}.svg`, 'utf8'));
    return `<g stroke="var(--ink-muted)" stroke-width="2" transform="scale(.5)">${[...layers.values()].join('')}</g>`;
  }
  const shapes = iconNodes[name].map(([shape, attributes]) => {
    const pairs = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${value}"`);
    return `<${shape}${pairs.join('')}></${shape}>`;
  });
  return shapes.join('');
}
