/** Returns the server's JSON. Throws its message when it answers with an error. */
export async function request<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
  const init =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  const response = await fetch(`/editor/${path}`, { method, ...init }).catch(() => {
    throw new Error(
      'The editor does not answer. What you typed is kept in this browser: start it again (npm run edit) and reload this page.',
    );
  });
  const answer = (await response.json()) as T & { message?: string };
  if (!response.ok) throw new Error(answer.message);
  return answer;
}
