/** The kinds of data faults, in the order of the report, with their headings. */
export const FAULT_KINDS = {
  nearly_touching: 'Roads that nearly touch',
  unreachable: 'Places that cars cannot reach',
  one_way_end: 'One-way dead ends',
  house_without_street: 'Houses without their street',
  khoroo_gap: 'Khoroo without a border',
  mixed_script: 'Latin letters in Cyrillic words',
  unread_condition: 'Conditions that cannot be read',
} as const;

export type FaultKind = keyof typeof FAULT_KINDS;

/** A fault in the data at one location. */
export interface Fault {
  kind: FaultKind;
  /** The id of the object to edit, such as `osm:way:5`. */
  id: string;
  lon7: number;
  lat7: number;
  /** A sentence that describes the fault. */
  what: string;
  /** The number of objects with this fault: houses of a street, pieces of a street, places on an island. */
  count: number;
}

/**
 * The size of a cell: a few kilometers. Faults with the same description in one cell become one fault with
 * several objects.
 */
const CELL7 = 500_000;

/** Joins faults that have the same cause, such as the pieces of a street or the houses along it. */
export function joined(faults: readonly Fault[]): Fault[] {
  const groups = new Map<string, Fault>();
  for (const fault of faults) {
    const cell = [fault.lon7, fault.lat7].map((degrees7) => Math.floor(degrees7 / CELL7));
    const key = [fault.kind, ...cell, fault.what].join(' ');
    const first = groups.get(key);
    if (first === undefined) groups.set(key, { ...fault });
    else first.count += fault.count;
  }
  return [...groups.values()];
}
