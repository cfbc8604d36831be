import { t } from '../text/texts.js';

/**
 * Explains what an API error means and how to fix it, based on its reason if there is a text for that reason,
 * or else on its code.
 */
export function meaningOf(code: string, reason: string | null): { what: string; todo: string } {
  const meanings: Record<string, { what: string; todo: string } | undefined> = t().meanings;
  return (reason === null ? undefined : meanings[reason]) ?? meanings[code] ?? t().meanings.INTERNAL_ERROR;
}
