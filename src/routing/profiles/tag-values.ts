/**
 * Parsers for OSM tag values in the formats of the wiki page "Map features/Units". Each parser returns null
 * for a value that it cannot read, so a mapper's typo has no effect.
 */

const KMH_PER_MPH = 1.609344;
const KMH_PER_KNOT = 1.852;
const METERS_PER_INCH = 0.0254;

/**
 * The speed that `maxspeed=none` stands for, and the upper limit for all other values: traffic is not faster
 * on any known road.
 */
export const FASTEST_KMH = 140;
const WALKING_PACE_KMH = 7;

/**
 * Speed limits of zones by country code: `MN:urban` is `urban` in `MN`. The entry `''` holds the usual limits
 * for all other countries.
 */
const ZONES_KMH: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map([
  // Rules of the Road of Mongolia, 9.3: 60 km/h in built-up areas, 80 km/h outside them, 100 km/h on
  // motorways, 20 km/h in residential zones.
  [
    'MN',
    new Map([
      ['urban', 60],
      ['rural', 80],
      ['trunk', 80],
      ['motorway', 100],
      ['living_street', 20],
    ]),
  ],
  [
    '',
    new Map([
      ['urban', 50],
      ['rural', 90],
      ['trunk', 100],
      ['motorway', 120],
      ['living_street', 20],
    ]),
  ],
]);

/** Returns the parts of a list `a;b` (some mappers use commas), trimmed and without empty parts. */
export function valuesOf(value: string | undefined): string[] {
  if (value === undefined) return [];
  return value
    .split(/[;,]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Maps nonstandard spellings of surfaces to the intended values. */
const SURFACE_SPELLINGS: ReadonlyMap<string, string> = new Map(
  (
    [
      ['dirt', ['soil', 'dirt_road', 'шороо', 'шороон']],
      ['unpaved', ['loose', 'natural', 'unpaved_road']],
      ['gravel', ['loose_gravel', 'grit', 'crushed_stone', 'хайрга', 'хайрган']],
      ['pebblestone', ['pebbles', 'shingle']],
      ['grass', ['turf', 'steppe']],
      ['clay', ['loam']],
      ['rock', ['rocky', 'rocks', 'bare_rock', 'scree']],
      ['stone', ['stones', 'stony', 'чулуу', 'чулуун']],
      ['earth', ['earthen']],
      ['sand', ['sandy', 'элс', 'элсэн']],
      ['mud', ['muddy', 'swamp']],
    ] as const
  ).flatMap(([meant, spellings]) => spellings.map((spelling) => [spelling, meant] as const)),
);

/**
 * Returns the individual surfaces in a `surface` value. Some mappers write `Asphalt`, `rocky`, `fine gravel`
 * or `dirt/sand`.
 */
export function surfacesOf(value: string | undefined): string[] {
  return valuesOf(value?.replaceAll('/', ';').toLowerCase()).map((surface) => {
    const written = surface.replace(/ +/g, '_');
    return SURFACE_SPELLINGS.get(written) ?? written;
  });
}

/**
 * Reads `50`, `50 km/h`, `30 mph`, `none`, `walk`, `MN:urban`, `DE:zone30`. In a list such as `50;80`, the
 * lowest value counts.
 * @returns the speed in km/h, which is above 0 and at most FASTEST_KMH, or null
 */
export function speedKmh(value: string | undefined): number | null {
  if (value === undefined) return null;
  return lowest(value.split(';').map((part) => oneSpeedKmh(part.trim())));
}

/**
 * Reads `2.5`, `2,5 m`, `250 cm`, `0.3 km`, `6'6"`, `7 ft`. In a list such as `2;3`, the lowest value counts.
 * @returns the length in meters, which is never negative, or null
 */
export function lengthM(value: string | undefined): number | null {
  if (value === undefined) return null;
  return lowest(value.split(';').map((part) => oneLengthM(part.trim())));
}

/**
 * Reads `3.5`, `3.5 t`, `800 kg`, `7 st` (short tons), `9000 lbs`. In a list such as `5;7.5`, the lowest
 * value counts.
 * @returns metric tons, or null
 */
export function weightT(value: string | undefined): number | null {
  if (value === undefined) return null;
  return lowest(value.split(';').map((part) => oneWeightT(part.trim())));
}

/**
 * Reads `15` (minutes), `1:30`, `00:18:30`, `PT1H30M`, `P1DT2H`.
 * @returns seconds above 0, or null
 */
export function durationS(value: string | undefined): number | null {
  const text = value?.trim() ?? '';
  const seconds = clockSeconds(text) ?? isoSeconds(text);
  return seconds !== null && seconds > 0 ? seconds : null;
}

/**
 * Reads `1`, `2`, `1.5`. In a list such as `3;2`, the lowest value counts.
 * @returns the number of lanes, which is above 0, or null
 */
export function lanesOf(value: string | undefined): number | null {
  const lanes = lowest(valuesOf(value).map((part) => (/^\d+(\.\d+)?$/.test(part) ? Number(part) : null)));
  return lanes === 0 ? null : lanes;
}

function lowest(numbers: (number | null)[]): number | null {
  const known = numbers.filter((n) => n !== null);
  return known.length === 0 ? null : Math.min(...known);
}

function decimal(text: string): number {
  return Number(text.replace(',', '.'));
}

function oneSpeedKmh(text: string): number | null {
  if (text === 'none') return FASTEST_KMH;
  if (text === 'walk') return WALKING_PACE_KMH;
  const match = /^(\d+(?:[.,]\d+)?)\s*(km\/h|kmh|kph|km\/hour|км\/(?:ц|цаг|ч|час)|mph|knots)?$/iu.exec(text);
  if (match === null) return zoneKmh(text);
  const unit = match[2]?.toLowerCase();
  const kmh = decimal(match[1]) * (unit === 'mph' ? KMH_PER_MPH : unit === 'knots' ? KMH_PER_KNOT : 1);
  return kmh > 0 ? Math.min(kmh, FASTEST_KMH) : null;
}

function zoneKmh(text: string): number | null {
  const match = /^(?:([a-z]{2}(?:-[a-z]+)?):)?([a-z_]*):?(\d*)$/i.exec(text);
  if (match === null) return null;
  const [, country = '', zone, number] = match;
  if (zone === 'walk') return WALKING_PACE_KMH;
  if (number !== '') return zone === 'zone' || zone === '' ? oneSpeedKmh(number) : null;
  const limits = ZONES_KMH.get(country.toUpperCase()) ?? ZONES_KMH.get('')!;
  return limits.get(zone.toLowerCase()) ?? null;
}

function oneLengthM(text: string): number | null {
  const metric = /^(\d+(?:[.,]\d+)?)\s*(m|cm|km|metres?|meters?)?$/i.exec(text);
  if (metric !== null) {
    const unit = metric[2]?.toLowerCase();
    return decimal(metric[1]) * (unit === 'cm' ? 0.01 : unit === 'km' ? 1000 : 1);
  }
  const imperial =
    /^(\d+(?:\.\d+)?)\s*(?:'|ft|feet)\s*-?\s*(?:(\d+(?:\.\d+)?)\s*(?:"|''|in|inch(?:es)?)?)?$/i.exec(text);
  if (imperial !== null) return (Number(imperial[1]) * 12 + Number(imperial[2] ?? 0)) * METERS_PER_INCH;
  const inches = /^(\d+(?:\.\d+)?)\s*(?:"|''|in|inch(?:es)?)$/i.exec(text);
  return inches === null ? null : Number(inches[1]) * METERS_PER_INCH;
}

function oneWeightT(text: string): number | null {
  const match = /^(\d+(?:[.,]\d+)?)\s*(t|tons?|tonnes?|kg|st|lbs?)?$/i.exec(text);
  if (match === null) return null;
  const number = decimal(match[1]);
  switch ((match[2] ?? 't').toLowerCase()) {
    case 'kg':
      return number / 1000;
    case 'st':
      return number * 0.90718474;
    case 'lb':
    case 'lbs':
      return number * 0.00045359237;
    default:
      return number;
  }
}

/** Reads minutes, hours:minutes, or hours:minutes:seconds. */
function clockSeconds(text: string): number | null {
  const match = /^(\d{1,4})(?::([0-5]?\d))?(?::([0-5]?\d))?$/.exec(text);
  if (match === null) return null;
  const [, first, minutes, seconds = '0'] = match;
  if (minutes === undefined) return Number(first) * 60;
  return Number(first) * 3600 + Number(minutes) * 60 + Number(seconds);
}

function isoSeconds(text: string): number | null {
  const match = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i.exec(text);
  if (match === null) return null;
  const [days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  return days * 86400 + hours * 3600 + minutes * 60 + seconds;
}
