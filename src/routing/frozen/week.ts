import type { CityTime } from '../profiles/week-slots.js';

/** How fast large cities are in the slots of the week. It is kept as JSON. */
export interface Week {
  /** The speed at other times, as a share of free flow. The costs assume it. */
  citySpeed: number;
  times: readonly CityTime[];
}

/** Null if the import has no slots. */
export function readWeek(json: Uint8Array): Week | null {
  if (json.length === 0) return null;
  // TextDecoder refuses shared memory.
  return JSON.parse(new TextDecoder().decode(json.slice())) as Week;
}
