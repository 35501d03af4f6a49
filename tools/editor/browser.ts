/** An element with these properties. Children that are neither nodes nor texts, such as `false`, are left out. */
export function h<T extends keyof HTMLElementTagNameMap>(tag: T, properties = {}, ...children: unknown[]) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children.filter((child) => typeof child === 'string' || child instanceof Node));
  return element;
}

export const button = (text: string, onclick: () => unknown, properties = {}) =>
  h('button', { onclick, ...properties }, text);

export const byId = (id: string) => document.getElementById(id)!;

/** Returns the server's JSON. Throws its message, with the status, when it answers with an error. */
export async function request<T>(method: string, body: unknown): Promise<T> {
  // The body is JSON: Astro refuses other types where Codespaces passes them on, as their `Origin` is not the page's.
  const init = { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch('/editor', init).catch(() => undefined);
  // Where the editor has stopped, a host that forwards to it may answer with a page of its own.
  const answer = await response?.json().catch(() => undefined);
  if (!answer)
    throw new Error(
      'The editor does not answer. What you typed stays here, and the form tries again every few seconds. If this lasts, although you are online, start the editor again as you did first, and reload this page.',
    );
  if (!response?.ok) throw Object.assign(new Error(answer.message), { status: response?.status });
  return answer;
}
