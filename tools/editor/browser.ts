/** What the parts of the form share: elements, and requests to the server. */
type Child = Node | string | false | '' | null | undefined;

/** An element with these properties and children. A name with a hyphen is an attribute's. */
export function h<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  properties: Record<string, unknown> = {},
  ...children: Child[]
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties))
    if (name.includes('-')) element.setAttribute(name, String(value));
    else Reflect.set(element, name, value);
  element.append(...children.filter((child) => typeof child === 'string' || child instanceof Node));
  return element;
}

export const button = (text: string, onclick: () => unknown, properties: Record<string, unknown> = {}) =>
  h('button', { type: 'button', onclick, ...properties }, text);

export const byId = (id: string) => document.getElementById(id)!;

/** Returns the server's JSON. Throws its message when it answers with an error. */
export async function request<T>(method: string, body: unknown): Promise<T> {
  const response = await fetch('/editor', { method, body: JSON.stringify(body) }).catch(() => {
    throw new Error(
      'The editor does not answer. What you typed is kept in this tab: start the editor again as you did first, and reload this page.',
    );
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
}
