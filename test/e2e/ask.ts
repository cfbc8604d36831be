import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { expect } from 'vitest';
import { ERROR_STATUS, type ErrorCode } from '../../src/errors.js';
import { OpenapiCheck, type OpenapiDocument } from './openapi-check.js';
import { startServer, type TestServer } from './server.js';
import type { AppOptions } from '../../src/http/app.js';
import type { HttpSettings } from '../../src/http/core/settings.js';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed body of a JSON answer. */
  body: unknown;
}

export interface ErrorBody {
  error: { code: ErrorCode; message: string; details: Record<string, unknown> | null; request_id: string };
}

export interface AskOptions {
  method?: string;
  /** Token of the API key; null sends no Authorization header. */
  token?: string | null;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/**
 * Asks a server over real HTTP. Checks on every answer what holds for all of them: the common headers,
 * the length, the error envelope, and the interface description that the server itself serves.
 */
export class HttpClient {
  readonly check: OpenapiCheck;
  readonly #port: number;
  readonly #token: string;
  readonly #agent = new Agent({ keepAlive: true });

  protected constructor(port: number, token: string, check: OpenapiCheck) {
    this.#port = port;
    this.#token = token;
    this.check = check;
  }

  /** @param token of the API key for requests that have none of their own */
  static async at(port: number, token: string): Promise<HttpClient> {
    return new HttpClient(port, token, await descriptionAt(port));
  }

  /** Ends its connections. */
  async stop(): Promise<void> {
    this.#agent.destroy();
  }

  async ask(target: string, options: AskOptions = {}): Promise<Answer> {
    const method = options.method ?? 'GET';
    const answer = await this.#send(target, method, options);
    expectCommonHeaders(answer);
    if (method === 'HEAD' || answer.status === 204) expect(answer.text).toBe('');
    else expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.text)));
    if (answer.text !== '' && answer.headers['content-type'] === 'application/json; charset=utf-8') {
      answer.body = JSON.parse(answer.text);
      this.check.expectValid(pathOf(target), answer.status, answer.body);
      if (answer.status >= 400 && !(pathOf(target) === '/health/ready' && answer.status === 503))
        expectEnvelope(answer);
    }
    return answer;
  }

  /** Asks, and returns the error. Fails when the answer is not one. */
  async refusal(
    target: string,
    options: AskOptions = {},
  ): Promise<ErrorBody['error'] & { status: number; headers: IncomingHttpHeaders }> {
    const answer = await this.ask(target, options);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    return { ...(answer.body as ErrorBody).error, status: answer.status, headers: answer.headers };
  }

  #send(
    target: string,
    method: string,
    { token = this.#token, headers = {}, body }: AskOptions,
  ): Promise<Answer> {
    const sent: Record<string, string> =
      token === null ? { ...headers } : { authorization: `Bearer ${token}`, ...headers };
    // Node's client does not declare the body of a GET by itself.
    if (body !== undefined) sent['content-length'] = String(Buffer.byteLength(body));
    return new Promise((resolve, reject) => {
      const req = request(
        {
          host: '127.0.0.1',
          port: this.#port,
          path: target,
          method,
          headers: sent,
          agent: this.#agent,
        },
        (res) => {
          const chunks: Buffer[] = [];
          res.on('data', (chunk: Buffer) => chunks.push(chunk));
          res.on('end', () =>
            resolve({
              status: res.statusCode!,
              headers: res.headers,
              text: Buffer.concat(chunks).toString('utf8'),
              body: undefined,
            }),
          );
          res.on('error', reject);
        },
      );
      req.on('error', reject);
      req.end(body);
    });
  }
}

async function descriptionAt(port: number): Promise<OpenapiCheck> {
  const response = await fetch(`http://127.0.0.1:${port}/openapi.json`);
  return new OpenapiCheck((await response.json()) as OpenapiDocument);
}

/** A client with a server of its own, whose sources, keys and counters do what a test asks of them. */
export class Client extends HttpClient {
  readonly server: TestServer;

  private constructor(server: TestServer, check: OpenapiCheck) {
    super(server.port, 'geo_good', check);
    this.server = server;
  }

  static async start(
    settings: Partial<HttpSettings> = {},
    options: Partial<AppOptions> = {},
  ): Promise<Client> {
    const server = await startServer(settings, options);
    return new Client(server, await descriptionAt(server.port));
  }

  override async stop(): Promise<void> {
    await super.stop();
    await this.server.stop();
  }
}

export function pathOf(target: string): string {
  return target.split(/[?#]/)[0];
}

const EXPOSED = 'X-Request-ID, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After';

/** Checks the headers that every response must have. */
export function expectCommonHeaders(answer: Pick<Answer, 'headers' | 'status'>): void {
  const problems = headerProblems(answer);
  if (problems.length > 0) expect.fail(`${problems.join('; ')} in ${JSON.stringify(answer.headers)}`);
}

/** Plain code instead of one `expect` each, because it runs on tens of thousands of answers. */
function headerProblems({ headers, status }: Pick<Answer, 'headers' | 'status'>): string[] {
  const problems: string[] = [];
  const want = (holds: boolean, what: string): void => void (holds || problems.push(what));
  const whole = (name: string): number => (/^\d+$/.test(String(headers[name])) ? Number(headers[name]) : NaN);
  const [limit, remaining, reset] = [
    whole('x-ratelimit-limit'),
    whole('x-ratelimit-remaining'),
    whole('x-ratelimit-reset'),
  ];
  want(/^[A-Za-z0-9._-]{1,128}$/.test(String(headers['x-request-id'])), 'no request id');
  want(limit >= 1 && remaining <= limit, 'no limit and what remains of it');
  want(reset % 60 === 0 && Math.abs(reset - Date.now() / 1000) <= 61, 'no end of the minute');
  want(headers['access-control-expose-headers'] === EXPOSED, 'headers not exposed');
  want(
    headers['access-control-allow-origin'] !== undefined && headers.date !== undefined,
    'no origin or date',
  );
  const isSecret = status === 401 || status === 403 || status === 429 || status >= 500;
  want(!isSecret || headers['cache-control'] === 'no-store', 'may be stored');
  want((status !== 429 && status !== 503) || whole('retry-after') >= 1, 'no Retry-After');
  want(status !== 405 || headers.allow === 'GET, HEAD, OPTIONS', 'no Allow');
  want(status !== 401 || String(headers['www-authenticate']).startsWith('Bearer'), 'no WWW-Authenticate');
  return problems;
}

function expectEnvelope({ status, headers, body }: Answer): void {
  const { error } = body as ErrorBody;
  expect(error.request_id).toBe(headers['x-request-id']);
  expect(status === 405 || status === 413 ? 'INVALID_REQUEST' : error.code).toBe(error.code);
  expect(status === 405 || status === 413 ? 400 : status).toBe(ERROR_STATUS[error.code]);
}
