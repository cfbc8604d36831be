/** Puts a word in single quotes, in which no character is special to a POSIX shell. */
export function inQuotes(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Quotes a word for a shell if necessary. */
export function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : inQuotes(word);
}
