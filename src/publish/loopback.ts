/** Whether a URL has a loopback host. */
export const isLoopback = (address: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(URL.parse(address)?.hostname ?? '');
