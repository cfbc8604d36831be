/** Kinds of faults in the data, in the order of the report, with their titles there. */
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

/** One fault in one place. */
export interface Fault {
  kind: FaultKind;
  /** The object to edit, such as `osm:way:5`. */
  id: string;
  lon7: number;
  lat7: number;
  /** The fault as a sentence. */
  what: string;
  /** How many objects have it: houses of a street, its pieces, places on an island. */
  count: number;
}

/**
 * The size of a cell: a few kilometers. Faults with the same words in one cell become one fault of several
 * objects.
 */
const CELL7 = 500_000;

/** Joins the faults of one mistake: the pieces of a street, the houses along it. */
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
