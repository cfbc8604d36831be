import { readFileSync, statSync } from 'node:fs';
import sax from 'sax';
import { typesByWord } from '../../geocoding/places/kinds.js';
import { tableText } from '../../tables/table-text.js';
import { cannotRead } from '../../read-failure.js';

/** A feature as in GeoJSON, whose geometry has not been checked. */
interface WrittenFeature {
  id?: string;
  properties: Readonly<Record<string, string>>;
  geometry?: { type: string; coordinates: unknown };
}

/** A larger file is not a list of places that a person maintains by hand. */
const MAX_XML_BYTES = 64 * 1024 * 1024;
/** KML needs about ten levels, and folders may be nested. */
const MAX_DEPTH = 100;

/**
 * Reads the waypoints of a GPX file or the placemarks of a KML file, in file order. Tracks and routes are not
 * places. A placemark's data (`ExtendedData`) becomes its properties.
 * @throws InputError if the file cannot be read or is not GPX or KML
 */
export function readWaypoints(path: string): { type: 'FeatureCollection'; features: WrittenFeature[] } {
  try {
    const { size } = statSync(path);
    if (size > MAX_XML_BYTES) throw new Error(`it has ${size} bytes, but the limit is ${MAX_XML_BYTES}`);
    const reader = new WaypointReader();
    reader.read(textOf(readFileSync(path)));
    return { type: 'FeatureCollection', features: reader.features };
  } catch (cause) {
    throw cannotRead(path, cause);
  }
}

/** @throws RangeError for an unknown character set */
function textOf(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const named = /^<\?xml[^>]*encoding\s*=\s*["']([^"']+)["']/.exec(head)?.[1];
  return named === undefined ? tableText(bytes).text : new TextDecoder(named).decode(bytes);
}

interface Open {
  feature: WrittenFeature & { properties: Record<string, string> };
  points: number[][];
  lines: number[][][];
  polygons: number[][][][];
}

/** Reads elements and ignores their namespaces: `kml:Placemark` is a Placemark. */
class WaypointReader {
  readonly features: WrittenFeature[] = [];
  readonly #parser = sax.parser(true);
  /** The names of the open elements, and the key under which each element's text is stored. */
  readonly #path: { name: string; key: string | undefined }[] = [];
  #open: Open | null = null;
  #text = '';

  constructor() {
    this.#parser.onopentag = ({ name, attributes }) => {
      this.#start(withoutPrefix(name), attributes as Record<string, string>);
    };
    this.#parser.onclosetag = () => {
      this.#end();
    };
    this.#parser.ontext = this.#parser.oncdata = (text) => {
      if (this.#open !== null) this.#text += text;
    };
    this.#parser.onerror = (error) => {
      throw error;
    };
  }

  read(text: string): void {
    this.#parser.write(text).close();
  }

  #start(name: string, attributes: Record<string, string>): void {
    if (this.#path.length === 0 && name !== 'kml' && name !== 'gpx')
      throw new Error(`the root element is <${name.slice(0, 40)}>, not <kml> or <gpx>`);
    if (this.#path.length === MAX_DEPTH) throw new Error(`elements nested deeper than ${MAX_DEPTH}`);
    this.#path.push({ name, key: attributes['name'] });
    this.#text = '';
    if (name !== 'wpt' && name !== 'Placemark') return;
    const { id, lon, lat } = attributes;
    this.#open = {
      feature: { ...(id !== undefined && { id }), properties: Object.create(null) as Record<string, string> },
      ...{ points: name === 'wpt' ? [[lon, lat].map(degrees)] : [], lines: [], polygons: [] },
    };
  }

  #end(): void {
    const own = this.#path.pop()!;
    const around = [this.#path.at(-1), this.#path.at(-2)];
    const text = this.#text.trim();
    this.#text = '';
    const open = this.#open;
    if (open === null) return;
    if (own.name === 'wpt' || own.name === 'Placemark') {
      this.features.push({ ...open.feature, ...geometryOf(open) });
      this.#open = null;
    } else if (own.name === 'coordinates') addCoordinates(open, text, around[0]?.name, around[1]?.name);
    else {
      const key = keyOf(own, around[0], text);
      if (key !== null && text !== '') open.feature.properties[key] = text;
    }
  }
}

/** Returns the property that stores an element's text, or null. */
function keyOf(
  own: { name: string; key: string | undefined },
  around: { name: string; key: string | undefined } | undefined,
  text: string,
): string | null {
  if (own.name === 'SimpleData') return own.key ?? null;
  if (own.name === 'value' && around?.name === 'Data') return around.key ?? null;
  if (around?.name !== 'wpt' && around?.name !== 'Placemark') return null;
  // Some programs write `user` and the like as a waypoint's type.
  if (own.name === 'type') return isCategory(text.toLowerCase()) ? 'category' : null;
  return own.name === 'name' ? 'name' : null;
}

function isCategory(word: string): boolean {
  return [...typesByWord()].some((known) => known.includes(word));
}

/** @param text blank-separated positions: `longitude,latitude`, optionally followed by an altitude */
function addCoordinates(
  open: Open,
  text: string,
  kind: string | undefined,
  around: string | undefined,
): void {
  const positions = text
    .replace(/\s*,\s*/g, ',')
    .split(/\s+/)
    .map((each) => each.split(',', 2).map(degrees));
  if (kind === 'Point') open.points.push(positions[0]);
  else if (kind === 'LineString') open.lines.push(positions);
  else if (around === 'innerBoundaryIs') open.polygons.at(-1)?.push(positions);
  else if (around === 'outerBoundaryIs') open.polygons.push([positions]);
}

function geometryOf({ points, lines, polygons }: Open): Pick<WrittenFeature, 'geometry'> {
  if (points.length > 0) return { geometry: { type: 'Point', coordinates: points[0] } };
  if (polygons.length > 0) return { geometry: { type: 'MultiPolygon', coordinates: polygons } };
  return lines.length > 0 ? { geometry: { type: 'MultiLineString', coordinates: lines } } : {};
}

/** Returns NaN if the text is not a number, so that the position is refused. */
function degrees(text: string | undefined): number {
  return text === undefined || text.trim() === '' ? NaN : Number(text);
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
