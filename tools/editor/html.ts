type Child = Node | string | false | '' | null | undefined;
type Properties<E> = Partial<E> | (Partial<E> & Record<`${'aria' | 'data'}-${string}`, string>);

/** An element with these properties, or attributes where a name has a hyphen, and these children. */
export function h<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  properties: Properties<HTMLElementTagNameMap[T]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties))
    if (name.includes('-')) element.setAttribute(name, value);
    else Reflect.set(element, name, value);
  append(element, ...children);
  return element;
}

export const append = (element: Element, ...children: Child[]) =>
  element.append(...children.filter((child) => typeof child === 'string' || child instanceof Node));

export const button = (text: string, onclick: () => unknown, properties: Partial<HTMLButtonElement> = {}) =>
  h('button', { type: 'button', onclick, ...properties }, text);

export const byId = (id: string) => document.getElementById(id)!;
