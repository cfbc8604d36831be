import type { Tags } from '../../src/geo/feature.js';

/**
 * How fast a car is on a street in the country, in km/h: a plain reading of the rules for driving, written
 * apart from the profile. It knows the classes and the values of the tables below, no others.
 * @returns NaN for other classes, and for ferries
 */
export function slowCarSpeed(tags: Tags, direction: 'forward' | 'backward'): number {
  const highway = tags['highway'] ?? '';
  if (CLASSES[highway] === undefined) return NaN;
  let kmh = CLASSES[highway];
  const surface = tags['surface'];
  const isPaved = surface !== undefined && PAVED.includes(surface);
  const grade = TRACK_GRADES[tags['tracktype'] ?? ''];
  if (highway === 'track') kmh = grade ?? (isPaved ? TRACK_GRADES['grade1'] : kmh);
  const signs = ['maxspeed:advisory', 'maxspeed'].flatMap((key) => [`${key}:${direction}`, key]);
  const sign = [...signs, 'maxspeed:type', 'source:maxspeed', 'zone:maxspeed']
    .map((key) => signKmh(tags[key]))
    .find((own) => own !== null);
  if (sign !== undefined && sign !== null) kmh = sign * SHARE_OF_SIGN;

  const caps: number[] = [];
  const isBig = ['motorway', 'trunk', 'primary', 'secondary'].includes(highway);
  const cap = surface === undefined ? undefined : SURFACES[surface];
  if (cap !== undefined) caps.push(isBig && cap === 40 ? 50 : cap);
  if (cap !== undefined && !isPaved && highway === 'residential') caps.push(20);
  if (surface === undefined && highway === 'unclassified' && sign !== undefined) caps.push(40);
  if (surface === undefined && highway === 'track' && sign !== undefined) caps.push(40);
  const smoothness = SMOOTHNESS[tags['smoothness'] ?? ''];
  if (smoothness !== undefined) caps.push(smoothness);
  if (grade !== undefined && tags['tracktype'] !== 'grade1') caps.push(grade);
  if (highway === 'service' && tags['service'] === 'driveway') caps.push(10);
  // A road over snow.
  if (tags['seasonal'] === 'winter') caps.push(30);
  kmh = Math.min(kmh, ...caps);
  // Half of the time one waits for the others.
  if (isAlternating(tags)) kmh /= 2;
  return Math.max(kmh, SLOWEST_KMH);
}

const SHARE_OF_SIGN = 0.8;
const SLOWEST_KMH = 3;

const CLASSES: Readonly<Record<string, number>> = {
  ...{ motorway: 90, trunk: 85, primary: 65, secondary: 55, tertiary: 45, unclassified: 35 },
  ...{ residential: 25, living_street: 10, service: 15, road: 25, track: 30 },
};
const TRACK_GRADES: Readonly<Record<string, number>> = {
  ...{ grade1: 45, grade2: 40, grade3: 30, grade4: 25, grade5: 15 },
};
const PAVED = ['asphalt', 'paved', 'concrete', 'cobblestone', 'sett'];
/** The fastest on each; those of 40 are 50 on big roads. */
const SURFACES: Readonly<Record<string, number>> = {
  ...{ compacted: 80, gravel: 40, fine_gravel: 40, ground: 40, dirt: 40, unpaved: 40 },
  ...{ earth: 20, sand: 20, mud: 10, snow: 30, ice: 20, cobblestone: 30, sett: 30 },
};
const SMOOTHNESS: Readonly<Record<string, number>> = {
  ...{ bad: 40, very_bad: 20, horrible: 10, very_horrible: 5 },
};

/** The first of the keys with a value that means something. */
function isAlternating(tags: Tags): boolean {
  const known = /^(yes|true|1|-1|reverse|no|false|0|reversible|alternating)$/;
  const keys = ['oneway:motorcar', 'oneway:motor_vehicle', 'oneway:vehicle', 'oneway'];
  return keys.map((key) => tags[key] ?? '').find((value) => known.test(value)) === 'alternating';
}

/** Of several numbers the lowest holds. */
function signKmh(sign: string | undefined): number | null {
  const read = (sign ?? '').split(';').map((part): number | null => {
    const text = part.trim().toLowerCase();
    if (text === 'none') return 140;
    if (text === 'walk') return 7;
    const zone = ZONES[text];
    if (zone !== undefined) return zone;
    const [, number, unit] = /^(\d+(?:[.,]\d+)?) ?(km\/h|kmh|kph|км\/ц|км\/ч|mph)?$/.exec(text) ?? [];
    const kmh = Number(number?.replace(',', '.')) * (unit === 'mph' ? 1.609344 : 1);
    return kmh > 0 ? Math.min(kmh, 140) : null;
  });
  const known = read.filter((own) => own !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** The law of Mongolia, and signs of zones. */
const ZONES: Readonly<Record<string, number>> = {
  ...{ 'mn:urban': 60, 'mn:rural': 80, 'mn:motorway': 100, 'mn:living_street': 20, 'zone:30': 30 },
};
