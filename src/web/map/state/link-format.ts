import type { Position } from '../../../geo/position.js';

/**
 * The content of the page's URL after `#`. The part after `#` is never sent to a server, and it opens the
 * same page for everyone who receives the link. The view comes first, as `zoom/latitude/longitude`, followed
 * by parts in the format of a URL query:
 *
 *     #12.90/47.91869/106.91760&r=106.91758,47.91884,Сүхбаатар;106.83227,47.90581&m=walking&l=en
 */
export interface Link {
  view?: { centre: Position; zoom: number };
  /** `q`: the search text. */
  text?: string;
  /** `p`: the place or point that is shown. */
  place?: LinkedPoint;
  /** `r`: the points of a route, in order; null for a point that has not been chosen yet. At least two. */
  route?: (LinkedPoint | null)[];
  /** `a`: the kinds of roads to avoid. */
  avoid?: Avoided[];
  /** `d`: the local departure time, `2026-12-01T08:30`. */
  departure?: string;
  /** `m` */
  travel?: 'driving' | 'walking';
  /** `t`: a plan for a driver; see `plan/driver-text.ts`. */
  trip?: string;
  /** `l` */
  language?: 'mn' | 'en';
}

export const AVOIDED = ['unpaved', 'ferry', 'ford', 'toll'] as const;
export type Avoided = (typeof AVOIDED)[number];

export interface LinkedPoint {
  point: Position;
  /** The place's name, or null for a point on the map. */
  name: string | null;
}

/** The maximum number of points that the service accepts: the two ends and 25 points in between. */
export const MOST_POINTS = 27;
/** The limit exceeds the length of any name; longer texts in a link are truncated. */
const TEXT_MAX = 200;

const VIEW = /^(\d{1,2}(?:\.\d+)?)\/(-?\d{1,2}(?:\.\d+)?)\/(-?\d{1,3}(?:\.\d+)?)$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;
/** Messaging apps percent-encode the separators between the parts of the link. */
const ENCODED = /%(?:26|3D|3B|2C|2F)/i;

/**
 * Reads the valid parts of a link and ignores the rest, because links are sometimes truncated or changed when
 * they are sent.
 */
export function readLink(hash: string): Link {
  const text = hash.replace(/^#/, '');
  const link = readParts(text);
  return Object.keys(link).length === 0 && ENCODED.test(text) ? readParts(decoded(text) ?? '') : link;
}

function readParts(text: string): Link {
  const link: Link = {};
  for (const part of text.split('&')) {
    const at = part.indexOf('=');
    if (at < 0) {
      const view = readView(part);
      if (view !== null) link.view = view;
      continue;
    }
    READERS.get(part.slice(0, at))?.(link, part.slice(at + 1));
  }
  return link;
}

type Reader = (link: Link, value: string) => void;

/**
 * This is a Map rather than an object, because a link may contain any part name, even the name of a property
 * that every object has, such as `constructor`.
 */
const READERS = new Map(
  Object.entries<Reader>({
    q: (link, value) => {
      const text = decoded(value)?.slice(0, TEXT_MAX).trim();
      if (text !== undefined && text !== '') link.text = text;
    },
    p: (link, value) => {
      const place = readPoint(value);
      if (place !== null) link.place = place;
    },
    r: (link, value) => {
      const points = value.split(';').slice(0, MOST_POINTS).map(readPoint);
      if (points.length >= 2 && points.some((point) => point !== null)) link.route = points;
    },
    a: (link, value) => {
      const named = value.split(',');
      const kinds = AVOIDED.filter((kind) => named.includes(kind));
      if (kinds.length > 0) link.avoid = kinds;
    },
    d: (link, value) => {
      const time = decoded(value) ?? '';
      if (TIME.test(time) && !Number.isNaN(Date.parse(time))) link.departure = time;
    },
    m: (link, value) => {
      if (value === 'driving' || value === 'walking') link.travel = value;
    },
    t: (link, value) => {
      link.trip = value;
    },
    l: (link, value) => {
      if (value === 'mn' || value === 'en') link.language = value;
    },
  }),
);

function readView(text: string): NonNullable<Link['view']> | null {
  const match = VIEW.exec(text);
  if (match === null) return null;
  const [zoom, latitude, longitude] = match.slice(1).map(Number);
  if (Math.abs(latitude) > 85 || Math.abs(longitude) > 180) return null;
  return { centre: [longitude, latitude], zoom };
}

/** Reads `lon,lat` or `lon,lat,name`. */
function readPoint(text: string): LinkedPoint | null {
  const [lon, lat, name, ...rest] = text.split(',');
  if (!isNumber(lon) || !isNumber(lat) || rest.length > 0) return null;
  const [longitude, latitude] = [Number(lon), Number(lat)];
  if (Math.abs(longitude) > 180 || Math.abs(latitude) > 90) return null;
  return { point: [longitude, latitude], name: decoded(name ?? '')?.slice(0, TEXT_MAX) || null };
}

const isNumber = (text: string | undefined): text is string => /^-?\d{1,3}(\.\d+)?$/.test(text ?? '');

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * Writes a state as a link that `readLink()` can read, including the `#`. Degrees are written with a
 * precision of one meter.
 */
export function linkText({ view, text, place, route, avoid, departure, ...rest }: Link): string {
  const { travel, trip, language } = rest;
  const parts: string[] = [];
  if (view !== undefined) parts.push(viewText(view));
  if (text !== undefined) parts.push(`q=${encodeURIComponent(text)}`);
  if (place !== undefined) parts.push(`p=${pointText(place)}`);
  if (route !== undefined) parts.push(`r=${route.map(pointText).join(';')}`);
  if (avoid !== undefined) parts.push(`a=${avoid.join(',')}`);
  if (departure !== undefined) parts.push(`d=${departure}`);
  if (travel !== undefined) parts.push(`m=${travel}`);
  if (trip !== undefined) parts.push(`t=${trip}`);
  if (language !== undefined) parts.push(`l=${language}`);
  return `#${parts.join('&')}`;
}

function viewText({ centre: [longitude, latitude], zoom }: NonNullable<Link['view']>): string {
  return `${zoom.toFixed(2)}/${latitude.toFixed(5)}/${longitude.toFixed(5)}`;
}

function pointText(linked: LinkedPoint | null): string {
  if (linked === null) return '';
  const [longitude, latitude] = linked.point;
  const name = linked.name === null ? '' : `,${encodeURIComponent(linked.name)}`;
  return `${longitude.toFixed(5)},${latitude.toFixed(5)}${name}`;
}
