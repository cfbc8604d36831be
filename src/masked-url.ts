/**
 * A URL as it may stand in a message or a log: its password is `***`. It also takes text that is no URL.
 *
 * People forget to encode a `/` or an `@` in a password. So all that may belong to it is masked, up to the
 * last `@`. That may be more than the password, and never less.
 */
export function maskUrl(text: string): string {
  return text
    .replace(/^(\s*[a-z][a-z0-9+.-]*:\/\/[^:@/?#]*):.*@/is, '$1:***@')
    .replace(/([?&][a-z_]*(?:password|passwd|secret|token)=)[^&#]*/gi, '$1***');
}
