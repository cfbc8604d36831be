/**
 * The list of all travel modes, with their descriptions in the API.
 *
 * Values that depend on the mode are in tables with an entry for each mode (`Record<TravelMode, …>`), so that
 * the compiler reports the entries that are missing when a mode is added. The engine's rules for a mode are
 * in its profile (`routing/profiles/`).
 */
const DESCRIPTIONS = {
  driving: 'uses roads open to cars, respects one-way streets and estimates time from road speeds.',
  walking: 'uses streets and footpaths, ignores one-way rules, avoids motorways and assumes about 5 km/h.',
} as const;

export type TravelMode = keyof typeof DESCRIPTIONS;

/** The travel modes, in the order in which they are displayed. */
export const TRAVEL_MODES = Object.keys(DESCRIPTIONS) as TravelMode[];

export const DEFAULT_TRAVEL_MODE: TravelMode = 'driving';

export const TRAVEL_MODE_DESCRIPTIONS: Readonly<Record<TravelMode, string>> = DESCRIPTIONS;

/** Builds a table with one entry per mode. */
export function byTravelMode<T>(entryOf: (mode: TravelMode) => T): Record<TravelMode, T> {
  return Object.fromEntries(TRAVEL_MODES.map((mode) => [mode, entryOf(mode)])) as Record<TravelMode, T>;
}
