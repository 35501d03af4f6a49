import { ELEMENT_NODE, parse, renderSync, type ElementNode } from 'ultrahtml';

/** The elements that draw something, or color it: vector editors give ids to others, too. */
const SHAPES = new Set('g path rect circle ellipse line polyline polygon radialGradient'.split(' '));

const isElement = (node: { type: number }): node is ElementNode => node.type === ELEMENT_NODE;

const compact = (element: ElementNode): string => renderSync(element).replaceAll(/>\s+</g, '><');

function rootOf(svg: string): ElementNode {
  const root = (parse(svg) as ElementNode).children.filter(isElement).find(({ name }) => name === 'svg');
  if (!root) throw new Error('A drawing has no <svg> element.');
  return root;
}

/** An SVG file for HTML or another SVG: its root has these attributes in place of its size; `color` sets `currentColor`. */
export function embed(svg: string, attributes: Record<string, string | number>): string {
  const root = rootOf(svg);
  const { xmlns: _, width: _width, height: _height, ...own } = root.attributes;
  return compact({ ...root, attributes: { ...own, ...attributes } } as ElementNode);
}

/**
 * The top-level shapes, groups and gradients of an SVG file that have an `id`, in their order; the id becomes a class.
 * Gradients keep it, as shapes refer to it.
 */
export function layersOf(svg: string): Map<string, string> {
  const named = rootOf(svg)
    .children.filter(isElement)
    .filter(({ name, attributes }) => SHAPES.has(name) && attributes['id']);
  return new Map(
    named.map(({ attributes: { id = '', ...others }, ...element }) => {
      const attributes = { class: id, ...(element.name === 'radialGradient' && { id }), ...others };
      return [id, compact({ ...element, attributes } as ElementNode)];
    }),
  );
}
