/** @throws Error if the section does not have the expected length */
export function sized(name: string, length: number, expected: number): void {
  if (length !== expected) throw new Error(`section ${name} has ${length} entries, not ${expected}`);
}

/** @throws Error if the offsets do not ascend from 0 to `end` */
export function ascending(offsets: Uint32Array, count: number, end: number, what: string): void {
  sized(what, offsets.length, count + 1);
  for (let i = 0; i < count; i++)
    if (offsets[i] > offsets[i + 1]) throw new Error(`${what}: ${offsets[i]} comes before ${offsets[i + 1]}`);
  if (offsets[0] !== 0 || offsets[count] !== end)
    throw new Error(`${what} run from ${offsets[0]} to ${offsets[count]}, not from 0 to ${end}`);
}

/** @throws Error if a value is not below the limit */
export function below(values: Iterable<number>, limit: number, what: string): void {
  for (const value of values) if (value >= limit) throw new Error(`${what} is ${value}, of ${limit}`);
}
