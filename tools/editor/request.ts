/** Returns the server's JSON. Throws its message when it answers with an error. */
export async function request<T>(method: string, body?: unknown): Promise<T> {
  const response = await fetch('/editor/content', { method, body: JSON.stringify(body) }).catch(() => {
    throw new Error(
      'The editor does not answer. What you typed is kept in this tab: start it again (npm run edit) and reload this page.',
    );
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
}
