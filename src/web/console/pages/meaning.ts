import { t } from '../text/texts.js';

/** The meaning of an API error, and what to do: by its reason if that has a text, otherwise by its code. */
export function meaningOf(code: string, reason: string | null): { what: string; todo: string } {
  const meanings: Record<string, { what: string; todo: string } | undefined> = t().meanings;
  return (reason === null ? undefined : meanings[reason]) ?? meanings[code] ?? t().meanings.INTERNAL_ERROR;
}
