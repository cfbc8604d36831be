const BEARER = /^bearer +([^\s]+)$/i;

/** The token of an `Authorization` header; null when it is missing or in another form. */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined) return null;
  return BEARER.exec(header)?.[1] ?? null;
}
