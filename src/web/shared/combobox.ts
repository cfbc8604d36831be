/** What search fields have in common: that of the map page, and `<gazarch-search>`. */

/** The specification: this long after the last letter. */
export const PAUSE_MS = 300;

/** Shorter texts find too much. */
const LEAST_LETTERS = 2;

/** The text to search for, without needless blanks; null: it is too short. */
export function wantedText(typed: string): string | null {
  const text = typed.trim().replace(/\s+/g, ' ');
  return [...text].length < LEAST_LETTERS ? null : text;
}

/**
 * Where an arrow key leads in a list, which goes round. There is one place more than there are results, -1:
 * the field itself, where nothing is chosen.
 * @returns null: another key, or there is nothing to move through
 */
export function movedBy(key: string, active: number, length: number): number | null {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || length === 0) return null;
  return ((active + 1 + step + length + 1) % (length + 1)) - 1;
}
