/** A table for keys out of files: names such as `constructor` are missing unless they were put there. */
export function bareTable<Value>(entries: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.assign(Object.create(null) as Record<string, Value>, entries);
}

/** A table of such tables. */
export function bareTables<Value>(
  entries: Readonly<Record<string, Readonly<Record<string, Value>>>>,
): Readonly<Record<string, Readonly<Record<string, Value>>>> {
  return bareTable(
    Object.fromEntries(Object.entries(entries).map(([key, values]) => [key, bareTable(values)])),
  );
}
