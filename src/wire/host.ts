/**
 * An IP address in brackets or a name (RFC 3986), optionally followed by a port. The RFC also allows an empty
 * host.
 */
const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._~!$&'()*+,;=%-]*)(?::\d*)?$/i;

/** Whether a string is a valid value for the `Host` header. */
export function isValidHost(value: string): boolean {
  return HOST.test(value);
}
