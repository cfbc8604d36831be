import { DEFAULT_REVERSE_RADII } from '../../geocoding/reverse/reverse-limits.js';
import { SNAP_DETOUR_M } from '../../routing/ends/snap.js';
import { COMPAT_NAMES, HTTP_DEFAULTS } from '../../http/core/settings.js';
import { wholeNumber, type SettingEntry, type SettingList, type WholeNumber } from './setting-kinds.js';

/** Half the Earth's circumference: no two points are farther apart. */
const FARTHEST_M = 20_037_508;

/** Settings for routes: their maximum length and size, and the form of answers. */
export const ANSWER_SETTINGS = {
  maxRouteDistance_m: wholeNumber({
    default: HTTP_DEFAULTS.maxRouteDistance_m,
    unit: 'm',
    min: 1,
    max: FARTHEST_M,
    description:
      'Maximum great-circle distance between origin and destination; longer routes are refused with 400.',
  }),
  maxMatrixCells: wholeNumber({
    default: HTTP_DEFAULTS.maxMatrixCells,
    unit: 'cells',
    min: 1,
    max: 1_000_000,
    description:
      'Maximum number of matrix cells, origins times destinations; larger ones are refused with 400.',
  }),
  maxIsochroneMinutes: wholeNumber({
    default: HTTP_DEFAULTS.maxIsochroneMinutes,
    unit: 'minutes',
    min: 1,
    max: 240,
    description: 'Maximum duration of an isochrone in minutes; longer ones are refused with 400.',
  }),
  isochroneAround_m: wholeNumber({
    default: HTTP_DEFAULTS.isochroneAround_m,
    unit: 'm',
    min: 50,
    max: 5_000,
    description: 'An isochrone covers everything within this distance of a road that it reaches.',
  }),
  snapLimit_m: wholeNumber({
    flag: 'snap-limit-m',
    env: 'GAZARCH_SNAP_LIMIT_M',
    // A fifth of random points in Mongolia have a road within 1 km, and nearly nine in ten have one within 10
    // km. The response states how far away the road is.
    default: 10_000,
    unit: 'm',
    min: 1,
    // The search for a road examines every segment within this distance, so a larger limit costs time.
    max: 50_000,
    description:
      'Maximum distance from a point to the nearest usable road; beyond it, the answer is 404 with ' +
      '`origin_not_on_network` or `destination_not_on_network`.',
  }),
  snapDetour_m: wholeNumber({
    default: SNAP_DETOUR_M,
    unit: 'm',
    min: 0,
    max: 50_000,
    description:
      'How much farther away than the nearest road a route may begin or end if no path connects the ' +
      'nearest roads; never beyond `GAZARCH_SNAP_LIMIT_M`.',
  }),
  compat: {
    default: HTTP_DEFAULTS.compat,
    isList: true,
    description: 'Projects whose APIs are also served, under `/compat`.',
    allowed: '`none`, or some of `photon,nominatim,osrm`',
    parse: (text) =>
      text === 'none' || text.split(',').every((name) => (COMPAT_NAMES as readonly string[]).includes(name))
        ? text
        : undefined,
  } as SettingEntry<string>,
} satisfies SettingList;

/** Settings for reverse lookups: the radius of each stage. */
export const REVERSE_SETTINGS = {
  reverseAddress_m: reverseRadius({
    default: DEFAULT_REVERSE_RADII.address_m,
    description: 'Reverse lookup: an address within this distance comes first.',
  }),
  reversePlace_m: reverseRadius({
    default: DEFAULT_REVERSE_RADII.place_m,
    description:
      'Reverse lookup: a named place within this distance comes next, unless it covers 5 ha or more.',
  }),
  reverseStreet_m: reverseRadius({
    default: DEFAULT_REVERSE_RADII.street_m,
    description: 'Reverse lookup: a named street within this distance comes next.',
  }),
  reverseStreetAtGround_m: reverseRadius({
    default: DEFAULT_REVERSE_RADII.street_at_ground_m,
    description:
      'Reverse lookup: in a square, park or lake of 5 ha or more, a street counts only within this distance.',
  }),
  reverseAny_m: reverseRadius({
    default: DEFAULT_REVERSE_RADII.any_m,
    description: 'Reverse lookup: the nearest address, place or street within this distance comes next.',
  }),
  reverseSettlement_m: reverseRadius({
    default: DEFAULT_REVERSE_RADII.settlement_m,
    // Up to this radius, the error in distances is below 0.1 %.
    max: 100_000,
    description:
      'Reverse lookup: the nearest settlement within this distance comes next; beyond it, the soum or aimag.',
  }),
  reverseDoorstep_m: reverseRadius({
    default: DEFAULT_REVERSE_RADII.doorstep_m,
    // No doorstep is farther than this from the building.
    max: 100,
    description:
      'Reverse lookup: in a building, a shop or entrance mapped within this distance comes before ' +
      'the building.',
  }),
} satisfies SettingList;

/**
 * The radius of a reverse lookup, in meters. With a radius of 0, only places that contain the point are
 * found. A lookup examines everything within the radius.
 */
function reverseRadius({
  max = 10_000,
  ...setting
}: Omit<WholeNumber, 'unit' | 'min' | 'max'> & { max?: number }): SettingEntry<number> {
  return wholeNumber({ ...setting, unit: 'm', min: 0, max });
}
