/** A word in single quotes, between which nothing means anything to a POSIX shell. */
export function inQuotes(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A word as a shell takes it: as it is where that is clear, else in quotes. */
export function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : inQuotes(word);
}
