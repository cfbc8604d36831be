/**
 * The one list of travel modes, each with what the description of the interface says of it.
 *
 * What depends on a mode is a table with an entry for each (`Record<TravelMode, …>`), so that the compiler
 * names what a new mode lacks. The engine's rules of a mode are its profile (`routing/profiles/`).
 */
const DESCRIPTIONS = {
  driving: 'uses roads open to cars, respects one-way streets and estimates time from road speeds.',
  walking: 'uses streets and footpaths, ignores one-way rules, avoids motorways and assumes about 5 km/h.',
} as const;

export type TravelMode = keyof typeof DESCRIPTIONS;

/** In the order in which they are shown. */
export const TRAVEL_MODES = Object.keys(DESCRIPTIONS) as TravelMode[];

export const DEFAULT_TRAVEL_MODE: TravelMode = 'driving';

export const TRAVEL_MODE_DESCRIPTIONS: Readonly<Record<TravelMode, string>> = DESCRIPTIONS;

/** A table with an entry for each mode. */
export function byTravelMode<T>(entryOf: (mode: TravelMode) => T): Record<TravelMode, T> {
  return Object.fromEntries(TRAVEL_MODES.map((mode) => [mode, entryOf(mode)])) as Record<TravelMode, T>;
}
