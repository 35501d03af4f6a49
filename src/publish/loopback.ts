/** Whether a URL has a loopback host, and no user name: the header `Host: x@localhost` would make one that has. */
export function isLoopback(address: string): boolean {
  const url = URL.parse(address);
  return url?.username === '' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
}
