import { t } from '../text/texts.js';

/** What an error of the API means and what to do: by its reason where that has a text, else by its code. */
export function meaningOf(code: string, reason: string | null): { what: string; todo: string } {
  const meanings: Record<string, { what: string; todo: string } | undefined> = t().meanings;
  return (reason === null ? undefined : meanings[reason]) ?? meanings[code] ?? t().meanings.INTERNAL_ERROR;
}
