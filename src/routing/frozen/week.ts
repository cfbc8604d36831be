import type { CityTime } from '../profiles/week-slots.js';

/** How quick large cities are in the slots of the week. It is kept as JSON. */
export interface Week {
  /** At other times, as a share of free flow: costs are those. */
  citySpeed: number;
  times: readonly CityTime[];
}

/** Null: the import says nothing of slots. */
export function readWeek(json: Uint8Array): Week | null {
  if (json.length === 0) return null;
  // A decoder takes no shared memory.
  return JSON.parse(new TextDecoder().decode(json.slice())) as Week;
}
