/** Returns a count with its noun in the right number, for messages: `1 key`, `2 keys`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${nounOf(count, one, many)}`;
}

/** Returns the noun that belongs to a count. Words may follow the noun: `key was`, `keys were`. */
export function nounOf(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}
