/**
 * Returns a table that is safe to index with keys from files: names such as `constructor` are missing unless
 * they were added.
 */
export function bareTable<Value>(entries: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.assign(Object.create(null) as Record<string, Value>, entries);
}

/** Returns a table whose values are themselves bare tables. */
export function bareTables<Value>(
  entries: Readonly<Record<string, Readonly<Record<string, Value>>>>,
): Readonly<Record<string, Readonly<Record<string, Value>>>> {
  return bareTable(
    Object.fromEntries(Object.entries(entries).map(([key, values]) => [key, bareTable(values)])),
  );
}
