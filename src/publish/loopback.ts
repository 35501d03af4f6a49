const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a URL has a loopback host, and no user name: the header `Host: x@localhost` would make one that has. */
export function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname, username } = new URL(address);
  return LOOPBACK_HOSTS.has(hostname) && username === '';
}
