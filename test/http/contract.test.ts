import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { OperatingError } from '../../src/errors.js';
import type { Endpoint } from '../../src/http/core/endpoint.js';
import { HTTP_DEFAULTS } from '../../src/http/core/settings.js';
import { openapiDocument } from '../../src/http/description/openapi.js';
import { allEndpoints } from '../../src/http/endpoints.js';
import { KEY_SCOPES } from '../../src/keys/api-key.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { TRAVEL_MODE_DESCRIPTIONS, TRAVEL_MODES } from '../../src/travel-mode.js';
import type { Query } from '../../src/wire/query-string.js';
import type { OpenapiDocument } from '../e2e/openapi-check.js';
import { startServer, type TestServer } from '../e2e/server.js';

/**
 * The parts of the contract that must agree: the list of endpoints, the OpenAPI document, the scopes of keys,
 * what an endpoint reads of a query, the travel modes, and how a request may be read.
 */

const endpoints = allEndpoints(HTTP_DEFAULTS);
const described = endpoints.filter(({ operation }) => operation !== null);
const document = openapiDocument(endpoints, HTTP_DEFAULTS) as OpenapiDocument;

describe('the list of endpoints', () => {
  it('is what the OpenAPI document describes, with its parameters', () => {
    expect(Object.keys(document.paths).sort()).toEqual(described.map(({ path }) => path).sort());
    for (const { path, parameters } of described) {
      const names = (document.paths[path].get.parameters ?? []).map(({ name }) => name);
      expect(names, path).toEqual(parameters.map(({ name }) => name));
    }
  });

  it('leaves undescribed only files of the two reference pages', () => {
    const others = endpoints.filter(({ operation }) => operation === null);
    for (const { path } of others) expect(path).toMatch(/^\/(docs|redoc)\/[a-z.-]+$/);
  });

  it('has no path and no operation twice', () => {
    expect(new Set(endpoints.map(({ path }) => path)).size).toBe(endpoints.length);
    expect(new Set(described.map(({ operation }) => operation!.operationId)).size).toBe(described.length);
  });

  it('wants a key for /v1 and for nothing else', () => {
    for (const { path, scope } of endpoints) expect(scope !== null, path).toBe(path.startsWith('/v1/'));
  });
});

describe('the scopes of keys', () => {
  it('are those that endpoints ask for', () => {
    const asked = new Set(endpoints.map(({ scope }) => scope).filter((scope) => scope !== null));
    expect([...asked].sort()).toEqual([...KEY_SCOPES].sort());
  });

  it('are what `allowed_endpoints` may name', () => {
    expect(document.components.schemas['ErrorDetail']).toMatchObject({
      properties: { details: { properties: { allowed_endpoints: { items: { enum: KEY_SCOPES } } } } },
    });
  });
});

/** What an endpoint asks a query for: with all examples, and with any of them left out. */
function namesAsked({ parameters, read }: Endpoint): Set<string> {
  const examples = new Map(
    parameters.map(({ name, examples }, i) => [
      name,
      { bit: 1 << i, text: String(Object.values(examples)[0]) },
    ]),
  );
  const asked = new Set<string>();
  let left = 0;
  const get = (name: string): string | undefined => {
    asked.add(name);
    const example = examples.get(name);
    return example === undefined || (left & example.bit) !== 0 ? undefined : example.text;
  };
  const has = (name: string): boolean => get(name) !== undefined;
  const query: Query = { values: { get, has } as unknown as Query['values'], repeated: null };
  for (; left < 2 ** parameters.length; left++) {
    try {
      read(query, HTTP_DEFAULTS);
    } catch (cause) {
      // Some of these queries are refused. What was asked before counts.
      if (!(cause instanceof OperatingError)) throw cause;
    }
  }
  return asked;
}

it('reads of a query what is described, and nothing else', () => {
  // Tens of thousands of refusals: nobody reads where they were made.
  const { stackTraceLimit } = Error;
  onTestFinished(() => void (Error.stackTraceLimit = stackTraceLimit));
  Error.stackTraceLimit = 0;
  for (const endpoint of endpoints) {
    const names = endpoint.parameters.map(({ name }) => name);
    expect([...namesAsked(endpoint)].sort(), endpoint.path).toEqual(names.sort());
  }
});

it('has an example for each parameter', () => {
  for (const { path, parameters } of endpoints) {
    for (const { name, examples } of parameters)
      expect(Object.keys(examples).length, `${path} ${name}`).toBeGreaterThan(0);
  }
});

it('has every travel mode wherever modes are listed', () => {
  const mode = document.paths['/v1/route'].get.parameters!.find(({ name }) => name === 'mode');
  expect(mode!.schema['enum']).toEqual(TRAVEL_MODES);
  expect(Object.keys(PROFILES).sort()).toEqual([...TRAVEL_MODES].sort());
  for (const name of TRAVEL_MODES) {
    expect(PROFILES[name].mode).toBe(name);
    expect(JSON.stringify(document.paths['/v1/route'])).toContain(TRAVEL_MODE_DESCRIPTIONS[name]);
  }
});

describe('a plain request', () => {
  let server: TestServer;
  /** Requests that Node has read. */
  let nodes = 0;
  beforeAll(async () => {
    server = await startServer();
    server.app.server.on('request', () => nodes++);
  });
  afterAll(() => server.stop());

  /** One connection; each request waits for the answer to the one before. */
  async function ask(targets: readonly string[]): Promise<number[]> {
    const socket = connect({ host: '127.0.0.1', port: server.port, noDelay: true });
    const statuses: number[] = [];
    for (const target of targets) {
      socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer geo_good\r\n\r\n`);
      let text = '';
      let missing = Infinity;
      while (missing > 0) {
        text += await new Promise<string>((resolve) =>
          socket.once('data', (data) => resolve(data.toString('latin1'))),
        );
        const end = text.indexOf('\r\n\r\n');
        if (end >= 0) missing = end + 4 + Number(/content-length: (\d+)/i.exec(text)![1]) - text.length;
      }
      statuses.push(Number(text.slice(9, 12)));
    }
    socket.destroy();
    return statuses;
  }

  it.each(endpoints.map(({ path }) => path))(
    'for %s is read the short way, and so is the next one',
    async (path) => {
      nodes = 0;
      const [status, next] = await ask([path, '/v1/geocode?q=ab']);
      expect([200, 400]).toContain(status);
      expect(next).toBe(200);
      expect(nodes).toBe(0);
    },
  );

  it('for any other path is left to Node', async () => {
    nodes = 0;
    expect(await ask(['/v1/geo%63ode?q=ab', '/nothing'])).toEqual([200, 404]);
    expect(nodes).toBe(2);
  });
});
