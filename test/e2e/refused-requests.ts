/**
 * Requests that are refused whatever source answers: the value as sent, and the reason; with more than one
 * parameter, the query, the field that is named, and the reason.
 */

type Values = readonly (readonly [value: string, reason: string])[];
type Queries = readonly (readonly [query: string, field: string, reason: string])[];

const encode = encodeURIComponent;

/** Values of `q`. */
export const REFUSED_TEXTS: Values = [
  ['', 'too_short'],
  ['%20%20', 'too_short'],
  ['a', 'too_short'],
  ['+a+', 'too_short'],
  ['%F0%9F%98%80', 'too_short'],
  ['%D0%B8%CC%86', 'too_short'],
  ['a.', 'too_few_letters'],
  ['--', 'too_few_letters'],
  ['%F0%9F%98%80%F0%9F%98%80', 'too_few_letters'],
  ['a'.repeat(201), 'too_long'],
  [encode('ж'.repeat(201)), 'too_long'],
  [encode('𐐀'.repeat(201)), 'too_long'],
  ['a'.repeat(10_000), 'too_long'],
  [`a${'+'.repeat(1000)}b`, 'too_long'],
];

export const REFUSED_LIMITS: Values = [
  ['0', 'out_of_range'],
  ['21', 'out_of_range'],
  ['-1', 'out_of_range'],
  ['1e999', 'out_of_range'],
  ['', 'not_an_integer'],
  ['5.5', 'not_an_integer'],
  ['0.5', 'not_an_integer'],
  ['five', 'not_an_integer'],
  ['0x5', 'not_an_integer'],
  ['5,0', 'not_an_integer'],
  ['+5', 'not_an_integer'],
  ['5+', 'not_an_integer'],
  ['%D9%A5', 'not_an_integer'],
  ['NaN', 'not_an_integer'],
  ['Infinity', 'not_an_integer'],
];

export const REFUSED_LATITUDES: Values = [
  ['90.000001', 'out_of_range'],
  ['-90.000001', 'out_of_range'],
  ['1e300', 'out_of_range'],
  ['-1e999', 'out_of_range'],
  ['', 'not_a_number'],
  ['north', 'not_a_number'],
  ['NaN', 'not_a_number'],
  ['Infinity', 'not_a_number'],
  ['0x10', 'not_a_number'],
  ['1_0', 'not_a_number'],
  ['1,5', 'not_a_number'],
  ['%201', 'not_a_number'],
  ['1%20', 'not_a_number'],
  ['+1', 'not_a_number'],
  ['1%202', 'not_a_number'],
  ['--1', 'not_a_number'],
  ['1e', 'not_a_number'],
  ['.', 'not_a_number'],
  ['%D9%A1', 'not_a_number'],
];

export const REFUSED_LONGITUDES: Values = [
  ['180.000001', 'out_of_range'],
  ['-180.000001', 'out_of_range'],
  ['east', 'not_a_number'],
  ['', 'not_a_number'],
];

/** Neither a search nor a reverse lookup, or both. */
export const REFUSED_DIRECTIONS: Queries = [
  ['', 'q', 'missing'],
  ['limit=5', 'q', 'missing'],
  ['Q=ab', 'q', 'missing'],
  ['q=ab&lat=1&lon=2', 'q', 'conflicting_modes'],
  ['q=ab&lat=1', 'q', 'conflicting_modes'],
  ['q=ab&lon=2', 'q', 'conflicting_modes'],
  ['q=&lat=1&lon=2', 'q', 'conflicting_modes'],
  ['q=ab&lat=', 'q', 'conflicting_modes'],
  ['lat=1', 'lon', 'missing'],
  ['lon=2', 'lat', 'missing'],
  ['q=ab&q=ab', 'q', 'repeated'],
  ['lat=1&lat=1&lon=2', 'lat', 'repeated'],
  ['lat=1&lon=2&lon=3', 'lon', 'repeated'],
  ['q=ab&limit=1&limit=1', 'limit', 'repeated'],
  ['q=ab&%71=ab', 'q', 'repeated'],
  ['q=ab&q', 'q', 'repeated'],
];

/** Of /v1/geocode. */
export const REFUSED_GEOCODES: Queries = [
  ...REFUSED_DIRECTIONS,
  ...REFUSED_TEXTS.map(([value, reason]) => [`q=${value}`, 'q', reason] as const),
  ...REFUSED_LIMITS.map(([value, reason]) => [`q=ab&limit=${value}`, 'limit', reason] as const),
  ...REFUSED_LATITUDES.map(([value, reason]) => [`lat=${value}&lon=0`, 'lat', reason] as const),
  ...REFUSED_LONGITUDES.map(([value, reason]) => [`lat=0&lon=${value}`, 'lon', reason] as const),
];

/** Values of `origin` and `destination`. */
export const REFUSED_ENDS: Values = [
  ['', 'bad_format'],
  ['106.9', 'bad_format'],
  ['106.9,', 'bad_format'],
  [',47.9', 'bad_format'],
  ['106.9,47.9,0', 'bad_format'],
  ['106.9;47.9', 'bad_format'],
  ['106.9,%2047.9', 'bad_format'],
  ['106.9,+47.9', 'bad_format'],
  ['%20106.9,47.9', 'bad_format'],
  ['NaN,47.9', 'bad_format'],
  ['106.9,0x2f', 'bad_format'],
  ['[106.9,47.9]', 'bad_format'],
  [`0.${'0'.repeat(61)},1`, 'too_long'],
  ['1'.repeat(65), 'too_long'],
  ['180.000001,0', 'out_of_range'],
  ['-180.000001,0', 'out_of_range'],
  ['1e400,0', 'out_of_range'],
  ['0,90.000001', 'out_of_range'],
  ['0,-90.000001', 'out_of_range'],
  ['47.9,106.9', 'out_of_range'],
];

/** Values of `mode` of a route. */
export const REFUSED_MODES: Values = [
  ['cycling', 'unknown_mode'],
  ['Driving', 'unknown_mode'],
  ['', 'unknown_mode'],
  ['driving+', 'unknown_mode'],
  ['driving&mode=driving', 'repeated'],
];

/** What is wrong beside two good ends near Ulaanbaatar. */
export const REFUSED_MORE: Queries = [
  ['geometry=short', 'geometry', 'unknown_value'],
  ['geometry=', 'geometry', 'unknown_value'],
  ['vehicle=', 'vehicle', 'bad_format'],
  ['vehicle=plate:1,', 'vehicle', 'bad_format'],
  [`vehicle=${'a,'.repeat(10)}a`, 'vehicle', 'bad_format'],
  [`vehicle=${'a'.repeat(41)}`, 'vehicle', 'bad_format'],
  ['vehicle=truck&mode=walking', 'vehicle', 'not_supported'],
  ['steps=yes', 'steps', 'unknown_value'],
  ['notes=1', 'notes', 'unknown_value'],
  ['lang=de', 'lang', 'unknown_value'],
  ['steps=true&steps=true', 'steps', 'repeated'],
  ['via=', 'via', 'bad_format'],
  ['via=106.9', 'via', 'bad_format'],
  ['via=106.9,47.9;', 'via', 'bad_format'],
  ['via=47.9,106.9', 'via', 'out_of_range'],
  ['avoid=tunnels', 'avoid', 'unknown_value'],
  ['avoid=toll,', 'avoid', 'unknown_value'],
  ['alternatives=0', 'alternatives', 'out_of_range'],
  ['alternatives=3', 'alternatives', 'out_of_range'],
  ['alternatives=1.5', 'alternatives', 'not_an_integer'],
  ['alternatives=', 'alternatives', 'not_an_integer'],
  ['alternatives=1&via=106.92,47.918', 'alternatives', 'not_with_via'],
  ['bearings=', 'bearings', 'bad_format'],
  ['bearings=90,10', 'bearings', 'bad_format'],
  ['bearings=90;', 'bearings', 'bad_format'],
  ['bearings=-90,10;', 'bearings', 'bad_format'],
  ['bearings=361,10;', 'bearings', 'out_of_range'],
  ['bearings=90,181;', 'bearings', 'out_of_range'],
  ['bearings=90,10;;', 'bearings', 'wrong_count'],
  ['bearings=;&via=106.92,47.918', 'bearings', 'wrong_count'],
  ['approaches=;kerb', 'approaches', 'bad_format'],
  ['approaches=curb;curb;curb', 'approaches', 'wrong_count'],
  ['depart_at=2026-12-01', 'depart_at', 'bad_format'],
  ['depart_at=2026-12-01T08:30Z', 'depart_at', 'bad_format'],
  ['depart_at=2026-02-30T08:30', 'depart_at', 'out_of_range'],
  ['depart_at=2026-12-01T24:00', 'depart_at', 'out_of_range'],
  [`via=${Array(26).fill('106.9,47.9').join(';')}`, 'via', 'too_many'],
  ['via=100,47.9', 'destination', 'too_far'],
];

const A = '106.9175,47.9181';
const B = '106.923,47.9179';

/** Of /v1/route. */
export const REFUSED_ROUTES: Queries = [
  ['', 'origin', 'missing'],
  [`origin=${A}`, 'destination', 'missing'],
  ['origin=106,47&destination=106,47.8994', 'destination', 'too_far'],
  ...REFUSED_ENDS.flatMap(([value, reason]) => [
    [`origin=${value}&destination=${B}`, 'origin', reason] as const,
    [`origin=${A}&destination=${value}`, 'destination', reason] as const,
  ]),
  ...REFUSED_MODES.map(
    ([value, reason]) => [`origin=${A}&destination=${B}&mode=${value}`, 'mode', reason] as const,
  ),
  ...REFUSED_MORE.map(
    ([query, field, reason]) => [`origin=${A}&destination=${B}&${query}`, field, reason] as const,
  ),
];
