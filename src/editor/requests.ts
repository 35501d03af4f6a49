import type { Form, FormEntry, Saved } from './forms.ts';

/** A response's body, if it has one of these statuses. Throws the server's message otherwise. */
async function answer<T>(path: string, init: RequestInit, ...states: number[]): Promise<T> {
  const response = await fetch(`/editor/forms${path}`, init).catch(() => {
    throw new Error('The editor’s server does not answer. Is npm run edit still running?');
  });
  const body: unknown = await response.json();
  if (!states.includes(response.status)) throw new Error((body as { message: string }).message);
  return body as T;
}

/** All forms, in order. */
export const fetchForms = () => answer<FormEntry[]>('', {}, 200);

/** A form with the current content of its files. */
export const fetchForm = (place: string) => answer<Form>(`/${place}`, {}, 200);

/** Saves a value that was edited from this form. */
export const sendForm = ({ place, version }: Form, value: unknown) =>
  answer<Saved>(
    `/${place}`,
    {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'If-Match': version },
      body: JSON.stringify(value),
    },
    200,
    412,
    422,
  );
