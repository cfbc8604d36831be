import type { CityTime } from '../profiles/week-slots.js';

/** The traffic speeds in large cities by week slot, stored as JSON. */
export interface Week {
  /** The speed at all other times, as a share of the free-flow speed. The graph's costs assume this speed. */
  citySpeed: number;
  times: readonly CityTime[];
}

/** Returns null if the import has no slots. */
export function readWeek(json: Uint8Array): Week | null {
  if (json.length === 0) return null;
  // TextDecoder does not accept shared memory.
  return JSON.parse(new TextDecoder().decode(json.slice())) as Week;
}
