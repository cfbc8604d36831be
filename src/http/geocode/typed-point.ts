import pluscodes from 'pluscodes';

/** A point in degrees. */
export interface Point {
  longitude: number;
  latitude: number;
}

/** A location in a query: a point, or a short plus code with the town it refers to. */
export type TypedPoint = ({ kind: 'point' } & Point) | { kind: 'short_code'; code: string; town: string };

/** Most queries do not match this pattern and are not examined further. */
const MAY_BE = /\d[.,]\d|\d\s?°|\+|geo:|:\/\//i;

/**
 * The country's bounds, in degrees. If nothing else shows the order of a coordinate pair, the point must be
 * inside these bounds.
 */
const COUNTRY = { west: 87.7, south: 41.5, east: 120, north: 52.2 };

/**
 * Reads a query as a point: decimal degrees in either order, degrees with minutes and seconds, `geo:` URIs,
 * long links from Google, OpenStreetMap, Apple, Yandex and 2GIS, and plus codes. Returns `null` for any other
 * query, and also for two integers and for coordinates out of range.
 */
export function typedPoint(text: string): TypedPoint | null {
  if (!MAY_BE.test(text)) return null;
  return ofLink(text) ?? ofCode(text) ?? ofDegrees(text) ?? ofDecimals(text);
}

/** Returns the point that a short code denotes near another point; `null` if the code is ambiguous. */
export function pointOfShortCode(code: string, near: Point): Point | null {
  return middleOf(pluscodes.expand(code, near) ?? '');
}

const NUMBER = String.raw`[+-]?\d{1,3}(?:[.,]\d+)?`;
const SIDES = 'NSEWСЮВЗ';
const SIDE = `([${SIDES}])?`;
const SEPARATOR = String.raw`(?:\s*[,;/|]\s*|\s+)`;
const PLAIN_PAIR = new RegExp(
  `^[(\\[]?\\s*(?:lat(?:itude)?\\s*[:=]?\\s*)?${SIDE}\\s*(${NUMBER})\\s*°?\\s*${SIDE}${SEPARATOR}` +
    `(?:lon(?:gitude)?|lng)?\\s*[:=]?\\s*${SIDE}\\s*(${NUMBER})\\s*°?\\s*${SIDE}\\s*[)\\]]?$`,
  'i',
);

function ofDecimals(text: string): TypedPoint | null {
  const found = PLAIN_PAIR.exec(text);
  if (found === null) return null;
  const [, beforeA, a, behindA, beforeB, b, behindB] = found;
  // "17, 25" is not a point. "47,9" is read as one number only if two such numbers are separated by a
  // different character.
  if (!/[.,]\d/.test(a) || !/[.,]\d/.test(b)) return null;
  return inOrder(
    { value: decimal(a), side: beforeA ?? behindA },
    { value: decimal(b), side: beforeB ?? behindB },
  );
}

const decimal = (text: string): number => Number(text.replace(',', '.'));

interface Angle {
  value: number;
  /** N, S, E or W in upper or lower case; `undefined` if absent. */
  side: string | undefined;
}

const SIXTIETHS = String.raw`(\d{1,2}(?:[.,]\d+)?)`;
const DEGREES =
  String.raw`(\d{1,3})\s*[°º\s]\s*${SIXTIETHS}\s*['’′\s]?\s*` +
  String.raw`(?:${SIXTIETHS}\s*(?:["”″]|''|’’)?)?`;
const DEGREES_PAIR = new RegExp(
  `^([${SIDES}])?\\s*${DEGREES}\\s*([${SIDES}])?[\\s,;]*([${SIDES}])?\\s*${DEGREES}\\s*([${SIDES}])?$`,
  'i',
);

function ofDegrees(text: string): TypedPoint | null {
  if (!/[°º'’′NSEWСЮВЗ]/i.test(text)) return null;
  const found = DEGREES_PAIR.exec(text);
  if (found === null) return null;
  const [, beforeA, dA, mA, sA, behindA, beforeB, dB, mB, sB, behindB] = found;
  const angle = (degrees: string, minutes: string, seconds = '0'): number =>
    decimal(minutes) >= 60 || decimal(seconds) >= 60
      ? Infinity
      : Number(degrees) + decimal(minutes) / 60 + decimal(seconds) / 3600;
  return inOrder(
    { value: angle(dA, mA, sA), side: beforeA ?? behindA },
    { value: angle(dB, mB, sB), side: beforeB ?? behindB },
  );
}

function inOrder(a: Angle, b: Angle): TypedPoint | null {
  const [first, second] = [a, b].map(({ value, side }) => (isNegative(side) ? -value : value));
  if (isEastWest(a.side) || isNorthSouth(b.side)) return checked(second, first);
  if (isNorthSouth(a.side) || isEastWest(b.side)) return checked(first, second);
  const [asTyped, turned] = [checked(first, second), checked(second, first)];
  if (asTyped === null || turned === null) return asTyped ?? turned;
  return !isInCountry(asTyped) && isInCountry(turned) ? turned : asTyped;
}

const isNegative = (side = ''): boolean => /^[swюз]$/i.test(side);
const isEastWest = (side = ''): boolean => /^[ewвз]$/i.test(side);
const isNorthSouth = (side = ''): boolean => /^[nsсю]$/i.test(side);

function isInCountry({ longitude, latitude }: Point): boolean {
  const { west, south, east, north } = COUNTRY;
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}

function checked(latitude: number, longitude: number): ({ kind: 'point' } & Point) | null {
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null;
  return { kind: 'point', longitude, latitude };
}

const DEC = String.raw`(-?\d{1,3}\.\d+)`;
/**
 * Patterns of links. The position of the linked place takes precedence over that of the map view. Some links
 * put the longitude first.
 */
const LINKS: readonly { host: RegExp; first?: 'lon'; patterns: readonly RegExp[] }[] = [
  {
    host: /^https?:\/\/([a-z]+\.)*google\.[a-z.]+\/|^https?:\/\/goo\.gl\//i,
    patterns: [
      new RegExp(`!3d${DEC}!4d${DEC}`),
      new RegExp(
        `[?&](?:q|query|ll|destination|daddr|center|viewpoint)=(?:loc:)?${DEC}(?:,|%2C)\\s*\\+?${DEC}`,
        'i',
      ),
      new RegExp(`/(?:place|search|dir//?)/?${DEC},\\+?${DEC}`),
      new RegExp(`@${DEC},${DEC}`),
    ],
  },
  {
    host: /^https?:\/\/(www\.)?(openstreetmap\.org|osm\.org)\//i,
    patterns: [
      new RegExp(`[?&]mlat=${DEC}&(?:amp;)?mlon=${DEC}`),
      new RegExp(`#map=\\d+(?:\\.\\d+)?/${DEC}/${DEC}`),
      new RegExp(`[?&]lat=${DEC}&lon=${DEC}`),
    ],
  },
  {
    host: /^https?:\/\/maps\.apple\.com\//i,
    patterns: [new RegExp(`[?&](?:ll|coordinate|q|sll|daddr|center)=${DEC}(?:,|%2C)${DEC}`, 'i')],
  },
  {
    host: /^https?:\/\/(www\.)?(yandex\.[a-z]+|2gis\.[a-z]+)\//i,
    first: 'lon',
    patterns: [new RegExp(`[?&](?:pt|whatshere%5Bpoint%5D|ll|m)=${DEC}(?:,|%2C)${DEC}`, 'i')],
  },
];
const GEO = new RegExp(
  `^geo:(-?\\d{1,3}(?:\\.\\d+)?),(-?\\d{1,3}(?:\\.\\d+)?)(?:,[^;?]*)?(?:[;?](.*))?$`,
  'i',
);

function ofLink(text: string): TypedPoint | null {
  const geo = GEO.exec(text);
  if (geo !== null) {
    // Android writes `geo:0,0?q=47.9,106.9(name)`.
    const asked = new RegExp(`(?:^|&)q=${DEC},${DEC}`).exec(geo[3] ?? '');
    const [latitude, longitude] = asked === null ? [geo[1], geo[2]] : [asked[1], asked[2]];
    return checked(Number(latitude), Number(longitude));
  }
  const link = LINKS.find(({ host }) => host.test(text));
  for (const pattern of link?.patterns ?? []) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const [one, other] = [Number(found[1]), Number(found[2])];
    return link!.first === 'lon' ? checked(other, one) : checked(one, other);
  }
  return null;
}

const DIGIT = '[23456789CFGHJMPQRVWX]';
const FULL_CODE = new RegExp(`^(${DIGIT}{8}\\+${DIGIT}{2,7})(?:[\\s,].*)?$`, 'i');
const SHORT_CODE = new RegExp(`^(${DIGIT}{4,6}\\+${DIGIT}{2,7})[\\s,]+(.{2,})$`, 'i');
const SHORT_BEHIND = new RegExp(`^(.{2,}?)[\\s,]+(${DIGIT}{4,6}\\+${DIGIT}{2,7})$`, 'i');

function ofCode(text: string): TypedPoint | null {
  const full = FULL_CODE.exec(text)?.[1];
  if (full !== undefined) {
    const middle = middleOf(full);
    return middle === null ? null : { kind: 'point', ...middle };
  }
  const [, code, town] = SHORT_CODE.exec(text) ?? [];
  if (code !== undefined) return { kind: 'short_code', code: code.toUpperCase(), town };
  const [, place, behind] = SHORT_BEHIND.exec(text) ?? [];
  return behind === undefined ? null : { kind: 'short_code', code: behind.toUpperCase(), town: place };
}

function middleOf(code: string): Point | null {
  const area = pluscodes.decode(code.toUpperCase());
  return area === null ? null : { longitude: area.longitude, latitude: area.latitude };
}
