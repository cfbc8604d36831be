/** An IP address in brackets or a name by RFC 3986, and a port. The RFC allows an empty one, too. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._~!$&'()*+,;=%-]*)(?::\d*)?$/i;

/** Whether the value of a `Host` header can be one. */
export function isValidHost(value: string): boolean {
  return HOST.test(value);
}
