import iconNodes from 'lucide-static/icon-nodes.json' with { type: 'json' };
import type { IconName } from './icon-names.ts';

/** The SVG elements of an icon, in a box of 24 by 24. */
export function iconShapes(name: IconName): string {
  const shapes = iconNodes[name].map(([shape, attributes]) => {
    const pairs = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${value}"`);
    return `<${shape}${pairs.join('')}></${shape}>`;
  });
  return shapes.join('');
}
