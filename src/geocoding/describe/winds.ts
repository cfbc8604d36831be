/** Eight winds, clockwise from north, as answers name them. */
export const WINDS = [
  'north',
  'northeast',
  'east',
  'southeast',
  'south',
  'southwest',
  'west',
  'northwest',
] as const;
export type Wind = (typeof WINDS)[number];

/** How a Mongolian sentence says them behind an ablative: Номингоос хойш. */
export const WINDS_MN: Readonly<Record<Wind, string>> = {
  north: 'хойш',
  northeast: 'зүүн хойш',
  east: 'зүүн тийш',
  southeast: 'зүүн урагш',
  south: 'урагш',
  southwest: 'баруун урагш',
  west: 'баруун тийш',
  northwest: 'баруун хойш',
};

/** The wind of a bearing in degrees: at most 22.5 from it. */
export function windOf(bearing: number): Wind {
  return WINDS[Math.round(bearing / 45) % 8];
}

/** The bearing of a wind in degrees. */
export function bearingOf(wind: Wind): number {
  return 45 * WINDS.indexOf(wind);
}

/** The angle between two bearings, 0 to 180 degrees. */
export function between(a: number, b: number): number {
  const apart = Math.abs(a - b) % 360;
  return apart > 180 ? 360 - apart : apart;
}

/** Up to which distance people say them in steps of how many metres. */
const STEPS: readonly (readonly [below_m: number, step_m: number])[] = [
  [200, 10],
  [1_000, 50],
  [10_000, 100],
  [100_000, 500],
  [Infinity, 1_000],
];

/** In steps of how many metres people say such a distance. */
export function stepOf(distance_m: number): number {
  return STEPS.find(([below]) => distance_m < below)![1];
}

/** A distance as people say it: 90, 350, 1,200, 12,500 metres. */
export function saidMetres(distance_m: number): number {
  const step = stepOf(distance_m);
  return Math.max(step, Math.round(distance_m / step) * step);
}
