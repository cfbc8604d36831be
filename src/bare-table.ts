/**
 * Returns a table that is safe to index with keys from files: `constructor` and similar names are missing
 * unless they were added.
 */
export function bareTable<Value>(entries: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.assign(Object.create(null) as Record<string, Value>, entries);
}

/** Returns a table whose values are such tables. */
export function bareTables<Value>(
  entries: Readonly<Record<string, Readonly<Record<string, Value>>>>,
): Readonly<Record<string, Readonly<Record<string, Value>>>> {
  return bareTable(
    Object.fromEntries(Object.entries(entries).map(([key, values]) => [key, bareTable(values)])),
  );
}
