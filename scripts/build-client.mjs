/**
 * Makes `gazarch/client` in `dist/client`: the code of `src/client` as one small file for browsers and Node,
 * and its types. What may be asked and what is answered is taken from the schemas that the service itself
 * checks with, so the types are those of this version.
 */
import { build } from 'esbuild';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = resolve(import.meta.dirname, '..');
const target = join(root, 'dist/client');

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
await build({
  absWorkingDir: root,
  entryPoints: ['src/client/client.ts'],
  outfile: join(target, 'index.js'),
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  minifySyntax: true,
  minifyWhitespace: true,
  logLevel: 'warning',
});

async function declarations() {
  const endpoints = (await endpointsOf()).filter(
    ({ path, operation }) => operation !== null && (path.startsWith('/v1/') || path.startsWith('/health')),
  );
  const schemas = Object.assign({}, ...endpoints.map((endpoint) => endpoint.schemas));
  return [
    POSITION,
    ...Object.entries(schemas).map(([name, schema]) => declared(name, schema)),
    ...endpoints.filter(({ path }) => path.startsWith('/v1/')).map(parametersOf),
    CLASSES.replace('METHODS', endpoints.map(methodOf).join('\n')),
  ].join('\n\n');
}

/** The list of the service itself, as it was compiled. */
async function endpointsOf() {
  const place = (path) => pathToFileURL(join(root, 'dist/http', path)).href;
  const { allEndpoints } = await import(place('endpoints.js'));
  const { HTTP_DEFAULTS } = await import(place('core/settings.js'));
  return allEndpoints(HTTP_DEFAULTS);
}

function declared(name, schema) {
  const type = typeOf(schema, '');
  return `${comment(schema.description, '')}export ${
    type.startsWith('{') ? `interface ${name} ${type}` : `type ${name} = ${type};`
  }`;
}

function typeOf(schema, indent) {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map((one) => typeOf(one, indent)).join(' | ');
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ');
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'array':
      return arrayOf(schema, indent);
    default:
      return objectOf(schema, indent);
  }
}

function arrayOf({ items, minItems, maxItems }, indent) {
  const one = typeOf(items ?? {}, indent);
  if (minItems === maxItems && minItems <= 4) return `[${Array(minItems).fill(one).join(', ')}]`;
  return /[|{ ]/.test(one) ? `(${one})[]` : `${one}[]`;
}

function objectOf({ properties, required = [], patternProperties, additionalProperties }, indent) {
  const values = Object.values(patternProperties ?? {})[0] ?? additionalProperties;
  if (properties === undefined)
    return `Record<string, ${typeof values === 'object' ? typeOf(values, indent) : 'unknown'}>`;
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(
    ([name, schema]) =>
      `${comment(schema.description, inner)}${inner}${name}${required.includes(name) ? '' : '?'}: ` +
      `${typeOf(schema, inner)};`,
  );
  return `{\n${lines.join('\n')}\n${indent}}`;
}

const nameOf = ({ operation }) => operation.operationId[0].toUpperCase() + operation.operationId.slice(1);

function parametersOf(endpoint) {
  const lines = endpoint.parameters.map(
    ({ name, schema, required }) =>
      `${comment(schema.description, '  ')}  ${name}${required ? '' : '?'}: ${parameterType(schema)};`,
  );
  return `export interface ${nameOf(endpoint)}Parameters {\n${lines.join('\n')}\n}`;
}

/** Lists may be sent as lists: the client writes them as the service reads them. */
function parameterType(schema) {
  if (String(schema.enum) === 'true,false') return 'boolean';
  const type = typeOf(schema, '  ');
  if (type !== 'string' || schema.pattern === undefined) return type;
  const { pattern } = schema;
  if (pattern.includes('curb')) return 'string';
  if (pattern.includes(';')) return pattern.includes('eE') ? 'string | readonly Position[]' : 'string';
  const pairs = pattern.split('eE').length - 1;
  if (pairs === 2 && !pattern.includes('){3}')) return 'string | Position';
  return pattern.includes(',') ? 'string | readonly (string | number)[]' : 'string';
}

function methodOf(endpoint) {
  const { path, operation } = endpoint;
  const schema = operation.responses[200].content['application/json'].schema;
  const asked = path.startsWith('/v1/') ? `parameters: ${nameOf(endpoint)}Parameters, ` : '';
  return `  /** ${operation.summary}. */
  ${operation.operationId}(${asked}options?: CallOptions): Promise<${typeOf(schema, '  ')}>;`;
}

function comment(text, indent) {
  return text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '* /').replaceAll('\n', ' ')} */\n`;
}

const POSITION = `/** Degrees: longitude first. */
export type Position = readonly [longitude: number, latitude: number];`;

const CLASSES = `export interface NetworkOptions {
  /** Where the service is: \`https://maps.example.mn\`. */
  url: string;
  /** An API key. */
  key?: string;
  /** In place of the global \`fetch\`. */
  fetch?: typeof fetch;
}

/** Brings a question (\`/v1/geocode?q=…\`) to whoever answers it. Body: parsed JSON, or null. */
export type Transport = (
  target: string,
  signal?: AbortSignal,
) => Promise<{ status: number; body: unknown; headers: Headers | null }>;

/** Asks a service over HTTP. */
export declare function network(options: NetworkOptions): Transport;

/** Asks data that \`gazarch/offline\` has opened. */
export declare function keptData(data: {
  answer(target: string): Promise<{ status: number; body: Uint8Array }>;
}): Transport;

/** Asks the first; when there is no answer within \`patience_ms\` (4,000 by default), asks the second. */
export declare function networkFirst(
  first: Transport,
  second: Transport,
  options?: {
    patience_ms?: number;
    /** Called when the network did not answer, before the second one is asked. */
    onCut?: () => void;
  },
): Transport;

export type ClientOptions = (NetworkOptions | { transport: Transport }) & {
  /** How often to ask again when the limit is used up (429) or the service busy (503); 2 by default. */
  retries?: number;
  /** Longest wait before that, in ms; 60,000 by default. A longer one is an error at once. */
  maxWait_ms?: number;
};

export interface CallOptions {
  /** Ends the request, and the wait before another one. */
  signal?: AbortSignal;
}

/** What the service answers in place of a result. */
export declare class GazarchError extends Error {
  readonly status: number;
  /** \`INVALID_REQUEST\`, \`NOT_FOUND\` …; \`NO_ANSWER\` for what is none of the service's. */
  readonly code: string;
  /** \`field\`, \`reason\` … */
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
  /** When to ask again, in seconds; null: it is not said. */
  readonly retryAfter_s: number | null;
  /** Whether an error is one of these, also of the other bundle (\`client\` or \`offline\`). */
  static is(error: unknown): error is GazarchError;
}

export declare class Gazarch {
  constructor(options: ClientOptions);
METHODS
  /**
   * A search for each letter that is typed: it waits until nobody types any more, and ends the one before.
   * The promise is null for a text that was followed by another one, or is too short.
   */
  searchAsTyped(
    parameters?: Omit<GeocodeParameters, 'q'> & { delay_ms?: number },
  ): (q: string) => Promise<GeocodeResponse | null>;
}
`;

writeFileSync(join(target, 'index.d.ts'), await declarations());
