/** A word in single quotes, in which no character has a meaning for a POSIX shell. */
export function inQuotes(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A word for a shell: unchanged if that is clear, otherwise in quotes. */
export function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : inQuotes(word);
}
