/** Reads the SVG files of the drawings, which anybody may edit in a vector editor. */
import { ELEMENT_NODE, parse, renderSync, type ElementNode } from 'ultrahtml';

/** The elements that draw or color something. Vector editors give ids to others, too, such as their own settings. */
const SHAPES = new Set('g path rect circle ellipse line polyline polygon radialGradient'.split(' '));

type Attributes = Record<string, string | number>;

function isElement(node: { type: number }): node is ElementNode {
  return node.type === ELEMENT_NODE;
}

function rootOf(svg: string): ElementNode {
  const file = parse(svg) as ElementNode;
  const root = file.children.filter(isElement).find(({ name }) => name === 'svg');
  if (!root) throw new Error('A drawing has no <svg> element.');
  return root;
}

/** The markup of an element with these attributes in place of its own, without the white space between its children. */
function markupOf(element: ElementNode, attributes: Attributes): string {
  const markup = renderSync({ ...element, attributes } as ElementNode);
  return markup.replaceAll(/>\s+</g, '><');
}

/** An SVG file for HTML or another SVG: its root has these attributes in place of its size; `color` sets `currentColor`. */
export function embed(svg: string, attributes: Attributes): string {
  const root = rootOf(svg);
  const { xmlns: _namespace, width: _width, height: _height, ...own } = root.attributes;
  return markupOf(root, { ...own, ...attributes });
}

/**
 * The top-level shapes, groups and gradients of an SVG file that have an `id`, by that id and in their order. The id becomes a
 * class; gradients also keep it, as shapes refer to it.
 */
export function layersOf(svg: string): Map<string, string> {
  const layers = new Map<string, string>();
  for (const element of rootOf(svg).children.filter(isElement)) {
    const { id, ...others } = element.attributes;
    if (!id || !SHAPES.has(element.name)) continue;
    const names = element.name === 'radialGradient' ? { class: id, id } : { class: id };
    layers.set(id, markupOf(element, { ...names, ...others }));
  }
  return layers;
}
