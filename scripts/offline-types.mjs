/**
 * Writes the types of `gazarch/offline`: answers and options from the schemas of the endpoints, and the rest
 * as it stands here, which is what `src/offline/offline.ts` exports.
 */

const FRONT_DOOR = `
/** Degrees, longitude first. */
export type Point = readonly [longitude: number, latitude: number];
export type Part = 'search' | 'driving' | 'walking' | 'tiles';
type Value = string | number | boolean | Point | readonly Point[] | readonly string[] | readonly number[];

/** What the service would answer with another status than 200. */
export declare class AnswerError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>> | null;
}

/** A failure of pieces, with the remedy in its message. */
export declare class OfflineError extends Error {
  readonly reason: 'network' | 'not_found' | 'damaged' | 'other_version' | 'quota' | 'no_storage' | 'no_part';
}

export interface Manifest {
  readonly edition: string;
  readonly format: number;
  readonly generator: string;
  /** When the data were imported, ISO 8601. */
  readonly made_at: string;
  readonly area: { readonly name: string; readonly bbox: readonly [number, number, number, number] } | null;
  readonly packing: 'br' | 'gzip' | 'none';
  /** Whom to name where answers are shown. */
  readonly sources: readonly {
    readonly name: string;
    readonly timestamp: string | null;
    readonly attribution: string | null;
    readonly license: string | null;
    readonly invented?: true;
  }[];
  readonly parts: readonly { readonly name: Part; readonly bytes: number; readonly packed_bytes: number }[];
}

/** Where pieces come from, when it is neither a web server nor a folder. */
export interface PieceSource {
  manifest(signal?: AbortSignal): Promise<unknown>;
  /** The bytes of a piece, unpacked. */
  piece(piece: {
    readonly file: string;
    readonly bytes: number;
    readonly sha256: string;
  }): Promise<Uint8Array<ArrayBuffer>>;
}

export interface OpenOptions {
  /** All that are there when absent. */
  parts?: readonly Part[];
  /** A worker of the file \`offline-worker.js\`, where the engine is to run; else it runs in this thread. */
  worker?: unknown;
  signal?: AbortSignal;
  /** Roads that are open at some times only are as they are at this moment; now when absent. */
  now?: Date;
}

export interface KeepOptions {
  parts?: readonly Part[];
  /** Under which name; others are kept beside it. */
  name?: string;
  /** Bytes as they are downloaded. */
  onProgress?: (progress: { done_bytes: number; total_bytes: number }) => void;
  /** Ends the download. The next one goes on from there. */
  signal?: AbortSignal;
}

/** Opens pieces of a URL: of the manifest or its folder; \`file:\` in Node. Each is checked. */
export declare function open(source: string | URL | PieceSource, options?: OpenOptions): Promise<Offline>;
/** Opens what \`keep\` has kept in this browser. */
export declare function openKept(options?: OpenOptions & { name?: string }): Promise<Offline>;
/** Downloads pieces into this browser. What was kept before stays until all is there and checked. */
export declare function keep(source: string | URL | PieceSource, options?: KeepOptions): Promise<Manifest>;
/** The manifest of what is kept; null for nothing. */
export declare function keptManifest(name?: string): Promise<Manifest | null>;
/** Removes what is kept. */
export declare function forget(name?: string): Promise<void>;
`;

const CLASS = `
/** Search, reverse lookup, routes and matrices without a network, with the answers of \`/v1\`. */
export interface Offline {
  readonly manifest: Manifest;
  readonly parts: readonly Part[];
  search(text: string, options?: GeocodeOptions): Promise<GeocodeResponse>;
  reverse(point: Point, options?: GeocodeOptions): Promise<GeocodeResponse>;
  place(id: string, options?: PlacesOptions): Promise<PlaceResponse>;
  /** @throws AnswerError with status 404 where there is no route */
  route(origin: Point, destination: Point, options?: RouteOptions): Promise<RouteResponse>;
  matrix(origins: readonly Point[], options?: MatrixOptions): Promise<MatrixResponse>;
  isochrone(point: Point, options: IsochroneOptions): Promise<IsochroneResponse>;
  match(trace: readonly Point[], options?: MatchOptions): Promise<MatchResponse>;
  /** What the service would answer to a target such as \`/v1/geocode?q=зоосан\`, byte for byte. */
  answer(target: string): Promise<{ status: number; body: Uint8Array }>;
  close(): void;
}
`;

/** Parameters that are arguments of a method, and no options. */
const ARGUMENTS = new Set(['id', 'q', 'lat', 'lon', 'origin', 'destination', 'origins', 'point', 'trace']);

/** @param {readonly { path: string, parameters: object[], schemas: Record<string, object> }[]} endpoints */
export function offlineTypes(endpoints) {
  const schemas = Object.assign({}, ...endpoints.map((endpoint) => endpoint.schemas));
  const answers = Object.entries(schemas).map(
    ([name, schema]) => `${comment(schema, '')}export type ${name} = ${typeOf(schema, '')};\n`,
  );
  const options = endpoints.map(({ path, parameters }) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const members = parameters
      .filter((parameter) => !ARGUMENTS.has(parameter.name))
      .map(({ name: own, schema }) => `${comment(schema, '  ')}  ${own}?: ${optionType(schema)};\n`);
    return `export interface ${name[0].toUpperCase()}${name.slice(1)}Options {\n${members.join('')}}\n`;
  });
  return [FRONT_DOOR, CLASS, ...options, ...answers].join('\n').trimStart();
}

/** A text of the interface may also be given as what it is made of: points, lists. */
function optionType(schema) {
  if (schema.enum === undefined) return schema.type === 'string' ? 'Value' : typeOf(schema, '');
  const words = schema.enum.map((word) => JSON.stringify(word)).join(' | ');
  return schema.enum.includes('true') ? `boolean | ${words}` : words;
}

function typeOf(schema, indent) {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const several = schema.anyOf ?? schema.oneOf;
  if (several !== undefined) return several.map((one) => typeOf(one, indent)).join(' | ');
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ');
  switch (schema.type) {
    case 'object':
      return objectType(schema, indent);
    case 'array':
      return arrayType(schema, indent);
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return 'unknown';
  }
}

function arrayType({ items, prefixItems }, indent) {
  if (prefixItems !== undefined) return `[${prefixItems.map((item) => typeOf(item, indent)).join(', ')}]`;
  if (Array.isArray(items)) return `[${items.map((item) => typeOf(item, indent)).join(', ')}]`;
  return items === undefined ? 'unknown[]' : `(${typeOf(items, indent)})[]`;
}

function objectType({ properties = {}, required = [] }, indent) {
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${comment(schema, inner)}${inner}${name}${mark}: ${typeOf(schema, inner)};\n`;
  });
  return `{\n${members.join('')}${indent}}`;
}

function comment({ description }, indent) {
  return description === undefined ? '' : `${indent}/** ${description.replaceAll('*/', '*\\/')} */\n`;
}
