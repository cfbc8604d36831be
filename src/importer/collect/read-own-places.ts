import { basename } from 'node:path';
import { counted } from '../../counted.js';
import { InputError } from '../../errors.js';
import { toUnits } from '../../geo/coordinates.js';
import type { Feature, Geometry } from '../../geo/feature.js';
import { geometryOf } from '../../geo/read-geojson.js';
import { ownPlaceOf } from '../../geocoding/build-own-places.js';
import { featureId, propertiesOf, rawFeatures, rootOf } from './geojson.js';
import { checkPlaceCount } from './place-count.js';
import { degreesOf } from '../../tables/table-columns.js';
import { readCsv } from './read-csv.js';
import { asPlace, LISTS_OF_TAGS, tagsOf, type Properties, type PropertyMapping } from './property-tags.js';
import { hasFeatures } from './source-names.js';
import { shapeProblem } from './import-limits.js';
import { Skipped } from './skipped.js';
import { geojsonLicense, type SourceLicense } from './source-license.js';
import { withoutLongValues } from './import-limits.js';

/** A row or feature that could not be read as a place, and why. */
export interface LeftOut {
  /** A location such as `line 7` or `feature 3`. */
  where: string;
  /** Its name, if known. */
  name: string | null;
  reason: string;
}

/** The content of a file with the user's own places. */
export interface OwnPlacesRead {
  /** Places in the order of the file. Their ids come from the file and are unique. */
  features: readonly Feature[];
  leftOut: readonly LeftOut[];
  /** Further notes for the user, as sentences. */
  notes: readonly string[];
  license: SourceLicense;
}

/** The maximum number of characters in an id. */
const LONGEST_ID = 200;

/** The reason for leaving out closed places, which is not an error. */
export const CLOSED = 'closed';

/**
 * Maps alternative names of columns and properties, in lower case, to the property that each name stands for.
 */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    name: ['нэр', 'ner'],
    lat: ['latitude', 'y', 'өргөрөг'],
    lon: ['lng', 'long', 'longitude', 'x', 'уртраг'],
    category: ['ангилал', 'төрөл'],
    'addr:street': ['street', 'addr_street', 'гудамж'],
    'addr:housenumber': ['housenumber', 'house_number', 'house', 'байр', 'хаалга'],
    'addr:postcode': ['postcode', 'post_code', 'zip', 'зип код'],
    closed: ['хаагдсан', 'хаалттай'],
    id: ['@id', 'код'],
  }).flatMap(([property, names]) => names.map((name) => [name, property] as const)),
);

/** Properties that are read separately and do not become tags. */
const OWN_PROPERTIES: ReadonlySet<string> = new Set(['id', 'lat', 'lon', 'closed', ...LISTS_OF_TAGS]);

const YES: ReadonlySet<string> = new Set(['yes', 'true', '1', 'y', 'x', 'closed', 'тийм', 'хаагдсан']);
const NO: ReadonlySet<string> = new Set(['', 'no', 'false', '0', 'n', 'open', 'үгүй', 'нээлттэй']);

/** A row or feature before it is checked. */
interface Candidate {
  where: string;
  id: string | null;
  properties: Properties;
  /** The geometry, or the reason why there is none. */
  geometry: Geometry | string;
}

/**
 * Reads a file of the user's own places: GeoJSON, KML, GPX or CSV.
 * @param mapping for custom property names; if absent, the usual names are read
 * @param most the maximum number of places in the file
 * @throws InputError if the file is unreadable, has too many places, or has none
 */
export function readOwnPlaces(path: string, mapping: PropertyMapping | null, most = Infinity): OwnPlacesRead {
  const isTable = /\.(csv|tsv|txt)$/i.test(path);
  if (!isTable && !hasFeatures(path))
    throw new InputError(`${path}: own places are read from .geojson, .json, .kml, .gpx, .csv or .tsv files`);
  if (most < Infinity) checkPlaceCount(path, isTable, most);
  const read = isTable ? ofTable(path, mapping) : ofGeojson(path);
  const { features, leftOut, notes } = judged(read.candidates, mapping);
  const all = [...read.leftOut, ...leftOut];
  if (features.length === 0) throw nothingIn(path, all, read.candidates.length + read.leftOut.length);
  return { features, leftOut: all, notes: [...read.notes, ...notes], license: read.license };
}

/** The maximum number of reasons that are listed separately. */
const MOST_REASONS = 50;

/**
 * Counts how often each reason occurs, and lists the most frequent first. Reasons beyond the maximum are
 * grouped together.
 */
export function countedReasons(leftOut: readonly LeftOut[]): { reason: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { reason } of leftOut) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const all = [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
  const rest = all.slice(MOST_REASONS).reduce((sum, { count }) => sum + count, 0);
  return rest === 0 ? all : [...all.slice(0, MOST_REASONS), { reason: 'other reasons', count: rest }];
}

function nothingIn(path: string, leftOut: readonly LeftOut[], count: number): InputError {
  if (count === 0) return new InputError(`${path} has no places; nothing was changed`);
  const reasons = countedReasons(leftOut).slice(0, 5);
  const [first] = leftOut;
  return new InputError(
    `none of the ${count} entries of ${path} is a place: ` +
      reasons.map((each) => `${each.count} × ${each.reason}`).join('; ') +
      ` (the first: ${first.where}); nothing was changed`,
  );
}

interface ReadFile {
  candidates: readonly Candidate[];
  leftOut: readonly LeftOut[];
  notes: readonly string[];
  license: SourceLicense;
}

function ofGeojson(path: string): ReadFile {
  const root = rootOf(path);
  const candidates = rawFeatures(path, root).map((raw, i) => {
    const properties = knownNames(propertiesOf(raw));
    const id = raw.id ?? properties['id'];
    return {
      where: `feature ${i + 1}`,
      id: typeof id === 'string' || typeof id === 'number' ? String(id) : featureId(raw, properties),
      properties,
      geometry: geometryOf(raw.geometry),
    };
  });
  return { candidates, leftOut: [], notes: [], license: geojsonLicense(root) };
}

function ofTable(path: string, mapping: PropertyMapping | null): ReadFile {
  const { columns, rows, bad } = readCsv(path);
  const known = columns.map((column) => propertyOf(column));
  const missing = (mapping === null ? ['name', 'lat', 'lon'] : ['lat', 'lon']).filter(
    (column) => !known.some((name) => name === column || (column === 'name' && name.startsWith('name:'))),
  );
  if (missing.length > 0)
    throw new InputError(
      `${path} has no column ${missing.join(', ')}; its columns are ${shownNames(columns)}. ` +
        'The first line must name the columns, such as: id,name,lat,lon,category',
    );
  const unread = mapping === null ? columns.filter((name, i) => name !== '' && !isRead(known[i])) : [];
  const candidates = rows.map(({ line, values }) => {
    const properties = knownNames(values);
    const id = textOf(properties['id']);
    return {
      where: `line ${line}`,
      id: id === '' ? null : id,
      properties,
      geometry: positionOf(properties),
    };
  });
  return {
    candidates,
    leftOut: bad.map(({ line, reason }) => ({ where: `line ${line}`, name: null, reason })),
    notes: unread.length === 0 ? [] : [`ignored columns: ${shownNames(unread)}`],
    license: {},
  };
}

/** The maximum number of column names in a message. */
const SHOWN_NAMES = 30;

function shownNames(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN_NAMES).map((name) => name.slice(0, 40));
  const more = names.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function propertyOf(column: string): string {
  const small = column.trim().toLowerCase();
  const inLanguage = /^name[_:]([a-z]{2,3}(?:[-_][a-z]+)?)$/.exec(small)?.[1];
  if (inLanguage !== undefined) return `name:${inLanguage.replace('_', '-').replace(/-latn$/, '-Latn')}`;
  return OTHER_NAMES.get(small) ?? small;
}

function knownNames(properties: Properties): Properties {
  const known: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(properties)) {
    const property = propertyOf(name);
    // A column with the exact name takes precedence over an alternative name.
    if (known[property] === undefined || property === name) known[property] = value;
  }
  return known;
}

/** Whether the import reads a property with that name. */
function isRead(property: string): boolean {
  return OWN_PROPERTIES.has(property) || Object.keys(tagsOf({ [property]: 'x' }, null)).length > 0;
}

function positionOf(properties: Properties): Geometry | string {
  const lat = degrees(properties, 'lat', 90);
  if (typeof lat === 'string') return lat;
  const lon = degrees(properties, 'lon', 180);
  if (typeof lon === 'string') return lon;
  if (lat === 0 && lon === 0) return 'lat and lon are 0';
  return { kind: 'point', lon7: toUnits(lon), lat7: toUnits(lat) };
}

function degrees(properties: Properties, column: 'lat' | 'lon', most: number): number | string {
  const text = textOf(properties[column]);
  const shown = text.slice(0, 40);
  if (text === '') return `${column} is empty`;
  const told = degreesOf(text, most);
  if (told !== null) return told;
  // Degrees need no thousands separator, so a single comma must be a decimal comma.
  if (!/^[-+]?\d+([.,]\d+)?$/.test(text)) return `${column} is not a number (${shown})`;
  const value = Number(text.replace(',', '.'));
  return column === 'lat' && Math.abs(value) <= 180
    ? `lat is ${shown}, which is beyond 90: lat and lon are swapped`
    : `${column} is ${shown}, beyond ${most}`;
}

function judged(
  candidates: readonly Candidate[],
  mapping: PropertyMapping | null,
): Pick<OwnPlacesRead, 'features' | 'leftOut' | 'notes'> {
  const features: Feature[] = [];
  const leftOut: LeftOut[] = [];
  const firstOf = new Map<string, string>();
  const numbers = new Map<string, number>();
  const skipped = new Skipped();
  let unnamed = 0;
  for (const { where, id: given, properties, geometry } of candidates) {
    const raw = tagsOf(properties, mapping);
    const refuse = (reason: string): void =>
      void leftOut.push({ where, name: raw['name']?.slice(0, 80) ?? null, reason });
    const closed = closedOf(properties);
    const problem = typeof geometry === 'string' ? geometry : shapeProblem(geometry);
    if (closed !== false) refuse(closed === true ? CLOSED : closed);
    else if (typeof geometry === 'string' || problem !== null) refuse(problem!);
    else {
      const tags = asPlace(withoutLongValues(raw, where, skipped), geometry);
      const id = given === null ? idFromName(tags['name'] ?? '', firstOf, numbers) : cleanId(given);
      if (given === null) unnamed++;
      const feature = { id, tags, geometry };
      const place = ownPlaceOf(feature);
      const first = firstOf.get(id);
      if (typeof place === 'string') refuse(place);
      else if (first !== undefined) refuse(`its id "${id.slice(0, 40)}" is already used by ${first}`);
      else {
        firstOf.set(id, where);
        features.push(feature);
      }
    }
  }
  const notes = skipped
    .list()
    .map(({ reason, count, examples }) => `left out: ${count} × ${reason} (${examples.join(', ')})`);
  if (unnamed > 0)
    notes.push(
      `${counted(unnamed, 'place has', 'places have')} no id, so names are used as ids; ` +
        'add ids so that places keep their identity when their names change',
    );
  return { features, leftOut, notes };
}

/** Returns whether a place is closed, or an explanation if the value cannot be understood. */
function closedOf(properties: Properties): boolean | string {
  const value = properties['closed'];
  if (value === undefined || value === null || typeof value === 'boolean') return value === true;
  const text = textOf(value).toLowerCase();
  if (NO.has(text)) return false;
  return YES.has(text) ? true : `"closed" is "${text.slice(0, 40)}": write yes or no`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

function cleanId(id: string): string {
  return id
    .trim()
    .replace(/[\s\p{C}]+/gu, '_')
    .slice(0, LONGEST_ID);
}

/** @param numbers the last number tried for each name, so that n equal names take n attempts */
function idFromName(name: string, taken: ReadonlyMap<string, string>, numbers: Map<string, number>): string {
  const id = cleanId(name).slice(0, LONGEST_ID - 10);
  if (!taken.has(id)) return id;
  let n = numbers.get(id) ?? 2;
  while (taken.has(`${id}-${n}`)) n++;
  numbers.set(id, n);
  return `${id}-${n}`;
}

/**
 * Returns the layer name to use for a file if the user gives none, or null if the file's name is not a valid
 * layer name.
 */
export function layerNameOf(path: string): string | null {
  const name = basename(path)
    .replace(/\.[^.]+$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[-_]+|-+$/g, '')
    .slice(0, 40);
  return name === '' ? null : name;
}
