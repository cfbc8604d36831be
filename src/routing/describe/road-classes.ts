/** A class of roads, with the properties that steps need. */
export interface RoadClass {
  looks: number;
  /** Whether roads of this class only connect two other roads, as ramps and turning lanes do. */
  isLink: boolean;
  kind: 'motorway' | 'ramp' | 'service' | 'other';
}

const KINDS: ReadonlyMap<string, RoadClass['kind']> = new Map([
  ...['motorway', 'trunk'].map((highway) => [highway, 'motorway'] as const),
  ...['motorway_link', 'trunk_link'].map((highway) => [highway, 'ramp'] as const),
  ['service', 'service'],
]);

/**
 * The visual rank of streets, which look less important than main roads but more important than driveways and
 * tracks.
 */
export const STREET_LOOKS = 2;

/** How important a road looks at a fork; 1 for all classes that are not listed. */
const LOOKS: ReadonlyMap<string, number> = new Map([
  ...['motorway', 'trunk', 'primary', 'secondary', 'tertiary'].flatMap((highway) => [
    [highway, 3] as const,
    [`${highway}_link`, 3] as const,
  ]),
  ...['unclassified', 'residential', 'living_street', 'road'].map(
    (highway) => [highway, STREET_LOOKS] as const,
  ),
]);

/** Returns the class for the value of a `highway` tag. */
export function roadClass(highway: string): RoadClass {
  return {
    looks: LOOKS.get(highway) ?? 1,
    isLink: highway.endsWith('_link'),
    kind: KINDS.get(highway) ?? 'other',
  };
}

/**
 * Whether a ramp joins a motorway. A merge needs an instruction even where the name stays the same, because
 * traffic on the motorway comes from behind.
 */
export function isMerge(from: RoadClass, to: RoadClass): boolean {
  return from.kind === 'ramp' && to.kind === 'motorway';
}
