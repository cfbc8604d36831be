/** An IP address in brackets or a name as RFC 3986 has it, and a port. An empty one is allowed there, too. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._~!$&'()*+,;=%-]*)(?::\d*)?$/i;

/** Whether the value of a `Host` header can be one. */
export function isValidHost(value: string): boolean {
  return HOST.test(value);
}
