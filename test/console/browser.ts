import type { AnswerOf, BodyOf, ConsoleRequest, QueryOf } from '../../src/console/api/contract.js';
import type { Failure } from '../../src/console/api/failure.js';

interface Asked<R extends ConsoleRequest> {
  params?: Record<string, string>;
  body?: BodyOf<R>;
  query?: QueryOf<R>;
}

/** A failure as the console answered it. */
class RefusedError extends Error {
  readonly status: number;
  readonly failure: Failure;
  readonly headers: Headers;

  constructor(status: number, failure: Failure, headers: Headers) {
    const { code, field, reason } = failure.error;
    super([status, code, field, reason].filter((word) => word !== undefined).join(' '));
    this.status = status;
    this.failure = failure;
    this.headers = headers;
  }
}

/** A browser with cookies that asks the console from its own pages. */
export class Browser {
  readonly url: string;
  /** Cookies by name. */
  readonly cookies = new Map<string, string>();
  /** Of the last answer. */
  setCookies: string[] = [];
  /** Sent with every request. */
  headers: Record<string, string> = {};

  constructor(url: string) {
    this.url = url;
  }

  /** @throws RefusedError */
  async ask<R extends ConsoleRequest>(request: R, asked: Asked<R> = {}): Promise<AnswerOf<R>> {
    const [method, template] = request.split(' ');
    const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(asked.params![name]));
    const query = asked.query === undefined ? '' : `?${new URLSearchParams(asked.query as never).toString()}`;
    const answer = await this.fetch(`${path}${query}`, {
      method,
      ...(method === 'GET' ? {} : { body: JSON.stringify(asked.body ?? {}) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new RefusedError(answer.status, JSON.parse(text) as Failure, answer.headers);
    return (text === '' ? null : JSON.parse(text)) as AnswerOf<R>;
  }

  /** What `ask` is refused with: `409 conflict last_owner`. `fine` when it is not. */
  async refusal<R extends ConsoleRequest>(request: R, asked: Asked<R> = {}): Promise<string> {
    try {
      await this.ask(request, asked);
      return 'fine';
    } catch (error) {
      if (error instanceof RefusedError) return error.message;
      throw error;
    }
  }

  async fetch(
    path: string,
    { headers = {}, ...init }: RequestInit & { headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const isForm = init.body !== undefined && init.body !== null;
    const response = await fetch(new URL(path, this.url), {
      redirect: 'manual',
      ...init,
      headers: {
        ...(this.cookies.size === 0 ? {} : { cookie: this.#cookieHeader() }),
        ...(init.method === undefined || init.method === 'GET' ? {} : { origin: this.url }),
        ...(isForm ? { 'content-type': 'application/json' } : {}),
        'user-agent': 'test browser',
        ...this.headers,
        ...headers,
      },
    });
    this.setCookies = response.headers.getSetCookie();
    for (const text of this.setCookies) this.#keep(text);
    return response;
  }

  signIn(email: string, password: string): Promise<AnswerOf<'POST /api/sign-in'>> {
    return this.ask('POST /api/sign-in', { body: { email, password } });
  }

  /** Email of who is signed in. */
  async who(): Promise<string | null> {
    return (await this.ask('GET /api/session')).account?.email ?? null;
  }

  #keep(text: string): void {
    const [pair, ...attributes] = text.split(/;\s*/);
    const at = pair.indexOf('=');
    const isGone = attributes.some((one) => /^max-age=0$/i.test(one));
    if (isGone) this.cookies.delete(pair.slice(0, at));
    else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }

  #cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}
