import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ConsoleRequest } from '../../../src/console/api/contract.js';
import type { Session } from '../../../src/console/api/account-data.js';
import type { Key, Project } from '../../../src/console/api/project-data.js';
import * as data from './fake-data.js';
import { CLOSURES, LAYERS, mapHandlers, REPORTS, ZONES } from './fake-map-work.js';
import { refuse, Refusal, type FakeState, type Handlers } from './fake-state.js';
import { fakeUsage } from './fake-usage.js';

/** The policy that the console sends. What it forbids shows up as an error in the browser. */
const policy = (apiUrl: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self' ${apiUrl}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** A console that keeps nothing: the contract with made-up answers, and the built pages. */
export class FakeConsole {
  readonly state: FakeState;
  /** Requests that were sent, as `POST /api/sign-in`, with their bodies. */
  readonly asked: { request: string; body: unknown }[] = [];
  url = '';
  apiUrl = '';
  #servers: Server[] = [];

  private constructor(
    readonly pages: string,
    state: Partial<FakeState>,
  ) {
    const usual = {
      ...{ projects: [...data.PROJECTS], keys: [...data.KEYS], closures: [...CLOSURES] },
      zones: [...ZONES],
      layers: [...LAYERS],
      reports: [...REPORTS],
      instead: {},
    };
    this.state = { account: data.ME, session: {}, isEmpty: false, ...usual, ...state };
  }

  /** @param pages folder of the built pages */
  static async start(pages: string, state: Partial<FakeState> = {}): Promise<FakeConsole> {
    const fake = new FakeConsole(pages, state);
    fake.apiUrl = await fake.#listen((request, response) => fake.#answerApi(request, response));
    fake.url = await fake.#listen((request, response) => void fake.#answer(request, response));
    return fake;
  }

  async stop(): Promise<void> {
    for (const server of this.#servers) {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    }
  }

  async #listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
    const server = createServer(answer);
    this.#servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return `http://localhost:${(server.address() as AddressInfo).port}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    if (!pathname.startsWith('/api/')) return this.#sendPage(pathname, response);
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const body: unknown = text === '' ? {} : JSON.parse(text);
    const found = this.#find(request.method ?? 'GET', pathname);
    if (found === null)
      return send(response, 404, { error: { code: 'not_found', message: '' }, request_id: 'r' });
    this.asked.push({ request: found.name, body });
    try {
      const asked = { path: found.path, query: Object.fromEntries(searchParams), body };
      const answer = found.handler(asked as never);
      if (answer === null) response.writeHead(204).end();
      else send(response, 200, answer);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      send(response, error.status, { error: { ...error.error, message: '' }, request_id: 'req-fake' });
    }
  }

  #find(
    method: string,
    pathname: string,
  ): { name: ConsoleRequest; path: Record<string, string>; handler: (asked: never) => unknown } | null {
    const parts = pathname.split('/');
    const handlers = { ...this.#handlers(), ...this.state.instead };
    for (const name of Object.keys(handlers) as ConsoleRequest[]) {
      const [wanted, pattern = ''] = name.split(' ');
      const names = pattern.split('/');
      if (wanted !== method || names.length !== parts.length) continue;
      if (!names.every((part, i) => part.startsWith(':') || part === parts[i])) continue;
      const path = names.flatMap((part, i) =>
        part.startsWith(':') ? [[part.slice(1), decodeURIComponent(parts[i] ?? '')]] : [],
      );
      return { name, path: Object.fromEntries(path) as Record<string, string>, handler: handlers[name] };
    }
    return null;
  }

  #sendPage(pathname: string, response: ServerResponse): void {
    const isAsset = pathname.startsWith('/assets/');
    const file = join(this.pages, isAsset ? pathname : 'index.html');
    const types: Record<string, string> = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };
    const ending = file.split('.').at(-1) ?? '';
    response.writeHead(200, {
      'content-type': `${types[ending] ?? 'text/html'}; charset=utf-8`,
      'content-security-policy': policy(this.apiUrl),
    });
    response.end(readFileSync(file));
  }

  /** The API beside the console: answers a key that ends in `good`, and refuses all others. */
  #answerApi(request: IncomingMessage, response: ServerResponse): void {
    const cors = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'Authorization',
      'access-control-expose-headers': 'X-RateLimit-Limit, X-RateLimit-Remaining',
    };
    if (request.method === 'OPTIONS') return void response.writeHead(204, cors).end();
    const headers = { ...cors, 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '599' };
    if (request.headers.authorization?.endsWith('good') !== true)
      return send(
        response,
        401,
        { error: { code: 'INVALID_API_KEY', message: '', request_id: 'r' } },
        headers,
      );
    const isRoute = request.url?.startsWith('/v1/route') === true;
    send(response, 200, isRoute ? ROUTE : PLACES, headers);
  }

  #session(): Session {
    return { ...data.sessionOf(this.state.account, this.apiUrl, this.url), ...this.state.session };
  }

  #signIn(): Session {
    this.state.account = data.ME;
    this.state.session.needs_setup = false;
    return this.#session();
  }

  #project(id: string | undefined): Project {
    return this.state.projects.find((project) => project.id === id) ?? refuse(404, 'not_found');
  }

  #key(id: string | undefined): Key {
    return this.state.keys.find((key) => key.id === id) ?? refuse(404, 'not_found');
  }

  #changeKey(id: string | undefined, change: Partial<Key>): Key {
    const changed = { ...this.#key(id), ...change };
    this.state.keys = this.state.keys.map((key) => (key.id === id ? changed : key));
    return changed;
  }

  #list<T>(full: T[]): T[] {
    return this.state.isEmpty ? [] : full;
  }

  #handlers(): Handlers {
    const { state } = this;
    return {
      'GET /api/session': () => this.#session(),
      'POST /api/setup': () => this.#signIn(),
      'POST /api/sign-up': () => ({ next: 'verify', session: null }),
      'POST /api/sign-in': ({ body }) =>
        body.password === 'wrong password' ? refuse(401, 'wrong_credentials') : this.#signIn(),
      'POST /api/sign-in/code': () => this.#signIn(),
      'POST /api/sign-out': () => {
        state.account = null;
        return null;
      },
      'POST /api/verify': () => this.#signIn(),
      'POST /api/verify/send': () => null,
      'POST /api/reset/send': () => null,
      'POST /api/reset': () => null,
      'POST /api/passkeys/sign-in/options': () => ({}),
      'POST /api/passkeys/sign-in': () => this.#signIn(),
      'GET /api/passkeys': () => this.#list(data.PASSKEYS),
      'POST /api/passkeys/options': () => ({}),
      'POST /api/passkeys': () => data.PASSKEYS[0],
      'PATCH /api/passkeys/:passkey': () => data.PASSKEYS[0],
      'DELETE /api/passkeys/:passkey': () => null,
      'PATCH /api/account': ({ body }) => (state.account = { ...(state.account ?? data.ME), ...body }),
      'POST /api/account/password': () => null,
      'DELETE /api/account': () => null,
      'POST /api/account/email': () => null,
      'POST /api/account/email/confirm': () => data.ME,
      'POST /api/account/proof': () => null,
      'POST /api/account/second-factor': () => ({
        uri: 'otpauth://totp/gazarch?secret=ABC',
        recovery_codes: ['aaaaa-bbbbb'],
      }),
      'POST /api/account/second-factor/confirm': () => ({ ...data.ME, has_second_factor: true }),
      'DELETE /api/account/second-factor': () => ({ ...data.ME, has_second_factor: false }),
      'GET /api/account/sessions': () => data.SESSIONS,
      'DELETE /api/account/sessions/:session': () => null,
      'DELETE /api/account/sessions': () => null,
      'GET /api/account/identities': () => this.#list([{ provider: 'company', linked_at: data.ago(1e9) }]),
      'GET /api/organisations': () => this.#list([data.ORGANISATION]),
      'POST /api/organisations': ({ body }) => ({ ...data.ORGANISATION, ...body }),
      'GET /api/organisations/:organisation': ({ path }) =>
        path['organisation'] === data.ORGANISATION.id ? data.ORGANISATION : refuse(404, 'not_found'),
      'PATCH /api/organisations/:organisation': ({ body }) => ({ ...data.ORGANISATION, ...body }),
      'DELETE /api/organisations/:organisation': () => refuse(409, 'conflict', { reason: 'active_keys' }),
      'GET /api/organisations/:organisation/members': () => data.MEMBERS,
      'PATCH /api/organisations/:organisation/members/:account': () =>
        refuse(409, 'conflict', { reason: 'last_owner' }),
      'DELETE /api/organisations/:organisation/members/:account': () => null,
      'GET /api/organisations/:organisation/invitations': () => this.#list(data.INVITATIONS),
      'POST /api/organisations/:organisation/invitations': ({ body }) => ({
        ...{ ...data.INVITATIONS[0], id: 'inv_2', email: body.email, role: body.role },
        ...{ was_mailed: false, link: `${this.url}/invitation#a-long-token-that-is-shown-only-once` },
      }),
      'DELETE /api/organisations/:organisation/invitations/:invitation': () => null,
      'GET /api/organisations/:organisation/audit': () => ({ entries: this.#list(data.AUDIT), before: null }),
      'POST /api/invitation/preview': ({ body }) =>
        body.token === 'good'
          ? {
              ...{ organisation: data.ORGANISATION.name, email: 'bold@example.mn', role: 'member' },
              ...{ expires_at: data.ago(-5 * 86_400_000), has_account: false },
            }
          : refuse(410, 'link_invalid'),
      'POST /api/invitation/accept': () => data.ORGANISATION,
      'GET /api/projects': () => this.#list(state.projects),
      'POST /api/organisations/:organisation/projects': ({ body }) => {
        const made = { ...data.PROJECTS[1], id: 'prj_new', name: body.name };
        state.projects.push(made);
        return made;
      },
      'GET /api/projects/:project': ({ path }) => this.#project(path['project']),
      'PATCH /api/projects/:project': ({ path, body }) => ({ ...this.#project(path['project']), ...body }),
      'DELETE /api/projects/:project': () => null,
      'GET /api/projects/:project/keys': ({ path }) =>
        this.#list(state.keys.filter((key) => key.project_id === path['project'])),
      'POST /api/projects/:project/keys': ({ path, body }) => {
        const { rate_limit = null } = body;
        const limits = { rate_limit, effective_rate_limit: rate_limit ?? 100 };
        const fresh = {
          id: 'key_new',
          project_id: path['project'] ?? '',
          last_used_at: null,
          previous_expires_at: null,
        };
        const key: Key = { ...data.KEYS[0], allowed_origins: [], ...body, ...limits, ...fresh };
        state.keys.push(key);
        return { key, secret: 'geo_4Xy7bQ2mTn9vKc3RjW8sLd5Hg6Pf1ZaE_good' };
      },
      'GET /api/keys/:key': ({ path }) => this.#key(path['key']),
      'PATCH /api/keys/:key': ({ path, body }) => this.#changeKey(path['key'], body),
      'POST /api/keys/:key/rotate': ({ path, body }) => {
        const previous_expires_at = body.grace_s === 0 ? null : data.ago(-body.grace_s * 1000);
        const key = this.#changeKey(path['key'], { previous_expires_at });
        return { key, secret: 'geo_9Bk2vNw5xHc8TzQ4mJr7LpS3yDf6GaE1_good' };
      },
      'POST /api/keys/:key/revoke': ({ path }) =>
        this.#changeKey(path['key'], { status: 'revoked', revoked_at: new Date().toISOString() }),
      'GET /api/projects/:project/usage': ({ query }) => {
        const period = query.period === '30d' || query.period === '13m' ? query.period : 'today';
        return fakeUsage(period, Math.floor(Date.now() / 1000), state.isEmpty);
      },
      'GET /api/projects/:project/errors': () => ({ errors: this.#list(data.ERRORS), kept: 50 }),
      'GET /api/errors/:request_id': ({ path }) =>
        data.ERRORS.find((error) => error.request_id === path['request_id']) ?? refuse(404, 'not_found'),
      'GET /api/try': () => ({
        ...{
          api_url: this.apiUrl,
          requests: data.TRY_REQUESTS,
          docs_url: `${this.apiUrl}/docs`,
          map_url: null,
        },
      }),
      'GET /api/operator/projects': () => state.projects.map((project) => ({ ...project, used: 84_210 })),
      'PATCH /api/operator/projects/:project': ({ path, body }) => ({
        ...this.#project(path['project']),
        ...body,
      }),
      'PATCH /api/operator/organisations/:organisation': ({ body }) => body,
      'GET /api/operator/busiest': () =>
        this.#list(
          state.keys.slice(0, 2).map(({ id, name, project_id }, i) => ({
            ...{ key_id: id, name, project_id, project_name: data.PROJECTS[0].name },
            ...{ requests: 84_210 - 50_000 * i, failed: 312 * (i + 1) },
          })),
        ),
      'GET /api/operator/unfound': () =>
        this.#list([{ text: 'шинэ номин плаза', requests: 212, askers: 31, last: '2026-11-28' }]),
      'GET /api/operator/service': () => data.SERVICE,
      ...mapHandlers(state),
      'GET /api/operator/settings': () => data.SETTINGS,
      'PUT /api/operator/sign-up': ({ body }) => {
        state.session.sign_up = body.open ? 'open' : 'invitation';
        return body;
      },
      'GET /api/operator/accounts': () => data.PEOPLE,
      'PATCH /api/operator/accounts/:account': () => refuse(409, 'conflict', { reason: 'last_operator' }),
      'POST /api/operator/accounts/:account/reset-link': () => ({
        ...{ link: `${this.url}/reset#token`, expires_at: data.ago(-3600_000) },
      }),
      'GET /api/operator/invitations': () => [],
      'POST /api/operator/invitations': ({ body }) => ({
        ...{
          ...data.INVITATIONS[0],
          id: 'inv_3',
          email: body.email,
          role: null,
          was_mailed: true,
          link: null,
        },
      }),
      'DELETE /api/operator/invitations/:invitation': () => null,
      'GET /api/operator/links': () => this.#list(data.LINKS),
      'GET /api/operator/audit': () => ({ entries: this.#list(data.AUDIT), before: null }),
    };
  }
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

const PLACES = {
  query: 'Сүхбаатарын талбай',
  results: [
    { id: 'sample:1', name: 'Сүхбаатарын талбай', latitude: 47.9187, longitude: 106.9177, type: 'square' },
  ],
  count: 1,
};

const ROUTE = {
  route: {
    distance_meters: 2140.5,
    duration_seconds: 341.2,
    geometry: {
      type: 'LineString',
      coordinates: [
        [106.9175, 47.9181],
        [106.9185, 47.9181],
        [106.919, 47.9195],
        [106.9225, 47.9196],
        [106.923, 47.9179],
      ],
    },
  },
  mode: 'driving',
  waypoints: [],
};
