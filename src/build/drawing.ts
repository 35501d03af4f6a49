import { ELEMENT_NODE, parse, renderSync, type ElementNode } from 'ultrahtml';

const isElement = (node: { type: number }): node is ElementNode => node.type === ELEMENT_NODE;

function rootOf(svg: string): ElementNode {
  const root = (parse(svg) as ElementNode).children.filter(isElement).find(({ name }) => name === 'svg');
  if (!root) throw new Error('A drawing has no <svg> element.');
  return root;
}

interface Place {
  x: number;
  y: number;
  /** The longer side; the shape stays. */
  size: number;
  /** What `currentColor` is. */
  color: string;
}

/** An SVG file as a part of another one. */
export function placed(svg: string, { x, y, size, color }: Place): string {
  const root = rootOf(svg);
  const place = { x: `${x}`, y: `${y}`, width: `${size}`, height: `${size}`, color };
  return renderSync({ ...root, attributes: { ...root.attributes, ...place } });
}
/** The elements of an SVG file that have a name, in their order; the name becomes a class. */
export function layersOf(svg: string): Map<string, string> {
  const named = rootOf(svg)
    .children.filter(isElement)
    .filter(({ attributes }) => attributes['id']);
  return new Map(
    named.map(({ attributes: { id = '', ...attributes }, ...element }) => [
      id,
      renderSync({ ...element, attributes: { class: id, ...attributes } } as ElementNode),
    ]),
  );
}
