import type { TSchema } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerOf, BodyOf, ConsoleRequest, QueryOf } from '../api/contract.js';
import type { Person } from '../accounts/guards/access.js';
import { ConsoleError } from '../accounts/guards/console-error.js';
import type { Caller, Sessions, WithCookies } from '../accounts/people/sessions.js';

/** The people who may send a request. `access.ts` checks their role in an organisation. */
type Allowed = 'everybody' | 'account' | 'operator';

type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown;

/** A browser, or a program, that sends a request. */
export interface Visitor {
  /** The signed-in person, if there is one. */
  person: Person | null;
  caller: Caller;
  /** Adds cookies to the response. */
  setCookies: (cookies: readonly string[]) => void;
  /** Returns the value, and adds its cookies to the response. */
  take: <T>(answer: WithCookies<T>) => T;
  cookie: (name: string) => string | undefined;
}

/** A request as its handler sees it. */
type Call<R extends ConsoleRequest, A extends Allowed> = Visitor & {
  body: BodyOf<R>;
  query: QueryOf<R>;
  params: ParamsOf<R>;
  person: A extends 'everybody' ? Person | null : Person;
};

/** If the response has no body, the handler may return anything. */
type Handler<R extends ConsoleRequest, A extends Allowed> = (
  call: Call<R, A>,
) => Promise<[AnswerOf<R>] extends [null] ? unknown : AnswerOf<R>>;

/**
 * @property query a schema, like `body`. The type comes from the contract, so the handler reads only
 * validated values.
 */
interface CheckedRoute<R extends ConsoleRequest, A extends Allowed> {
  /** Without a schema, the body must be `{}`. */
  body?: TSchema & { static: BodyOf<R> };
  query?: TSchema & { static: QueryOf<R> };
  /**
   * The maximum body size in bytes if it exceeds the usual one. Such a body is read only if the caller is
   * authorized to send it.
   */
  bodyLimit?: number;
  answer: Handler<R, A>;
}

/**
 * Routes by method and path. A handler that needs no schemas can be listed directly, without an object around
 * it.
 */
export type RouteTable<A extends Allowed> = {
  [R in ConsoleRequest]?: Handler<R, A> | CheckedRoute<R, A>;
};

/**
 * How long after entering the password or using a passkey a person may perform the actions that a thief would
 * try first.
 */
const PROOF_MS = 10 * 60_000;

/**
 * Requests that require recent proof of identity, so that someone who finds a signed-in browser cannot send
 * them.
 */
const NEEDS_PROOF: ReadonlySet<string> = new Set<ConsoleRequest>([
  ...(['POST /api/passkeys/options', 'POST /api/passkeys', 'DELETE /api/passkeys/:passkey'] as const),
  ...(['POST /api/account/second-factor', 'DELETE /api/account/second-factor'] as const),
  ...(['DELETE /api/account', 'PATCH /api/organisations/:organisation'] as const),
  ...(['DELETE /api/organisations/:organisation'] as const),
  ...(['PATCH /api/organisations/:organisation/members/:account'] as const),
  ...(['POST /api/organisations/:organisation/invitations'] as const),
  ...(['POST /api/projects/:project/keys', 'POST /api/keys/:key/rotate'] as const),
  ...(['PATCH /api/operator/accounts/:account', 'POST /api/operator/accounts/:account/reset-link'] as const),
]);

/** @throws ConsoleError `proof_needed` */
export function checkProof(person: Person | null): void {
  if (Date.now() - (person?.proved_ms ?? 0) > PROOF_MS)
    throw new ConsoleError('proof_needed', 'Enter your password or use a passkey again.');
}

/** Adds the contract's routes to a Fastify instance. */
export class Routes {
  readonly #app: FastifyInstance;
  readonly #sessions: Sessions;
  readonly #people = new WeakMap<FastifyRequest, Person | null>();

  constructor(app: FastifyInstance, sessions: Sessions) {
    this.#app = app;
    this.#sessions = sessions;
  }

  /** @param allowed the people who may send these requests */
  add<A extends Allowed>(allowed: A, table: RouteTable<A>): void {
    for (const [request, route] of Object.entries(table)) {
      const [method, url] = request.split(' ');
      const { body, query, bodyLimit, answer } = (
        typeof route === 'function' ? { answer: route } : route
      ) as AnyRoute;
      this.#app.route({
        method,
        url,
        schema: { ...(method === 'GET' ? {} : { body: body ?? EMPTY }), querystring: query ?? EMPTY },
        ...(bodyLimit === undefined ? {} : { bodyLimit }),
        // This check runs before the body is validated, so that a stranger learns only that signing in is
        // required.
        [bodyLimit === undefined ? 'preValidation' : 'onRequest']: (
          asked: FastifyRequest,
          reply: FastifyReply,
        ) => this.#admit(asked, reply, { allowed, request }),
        handler: async (asked, reply) => {
          const value = await answer(this.#call(asked, reply));
          return value === null || value === undefined ? reply.code(204).send() : value;
        },
      });
    }
  }

  async #admit(
    asked: FastifyRequest,
    reply: FastifyReply,
    { allowed, request }: { allowed: Allowed; request: string },
  ): Promise<void> {
    const { value: person, cookies } = await this.#sessions.current(callerOf(asked));
    addCookies(reply, cookies);
    if (person === null && allowed !== 'everybody')
      throw new ConsoleError('sign_in_required', 'Sign in first.');
    if (allowed === 'operator' && person?.isOperator !== true)
      throw new ConsoleError('forbidden', 'Only an operator of this deployment may do this.', {
        reason: 'operator_needed',
      });
    if (NEEDS_PROOF.has(request)) checkProof(person);
    this.#people.set(asked, person);
  }

  #call(request: FastifyRequest, reply: FastifyReply): AnyCall {
    const caller = callerOf(request);
    return {
      body: request.body,
      query: request.query,
      params: request.params,
      person: this.#people.get(request) ?? null,
      caller,
      setCookies: (more) => addCookies(reply, more),
      take: (answer) => {
        addCookies(reply, answer.cookies);
        return answer.value;
      },
      cookie: (name) => cookieOf(caller.cookie, name),
    };
  }
}

type AnyCall = Visitor & { body: unknown; query: unknown; params: unknown };

interface AnyRoute {
  body?: TSchema;
  query?: TSchema;
  bodyLimit?: number;
  answer: (call: AnyCall) => Promise<unknown>;
}

const EMPTY = { type: 'object', properties: {}, additionalProperties: false };

export function callerOf(request: FastifyRequest): Caller {
  return {
    cookie: request.headers.cookie ?? '',
    address: request.ip,
    device: request.headers['user-agent'] ?? '',
  };
}

export function addCookies(reply: FastifyReply, cookies: readonly string[]): void {
  for (const cookie of cookies) reply.header('set-cookie', cookie);
}

/** Returns a cookie's value (RFC 6265, 5.4). If several cookies have the same name, the first one is used. */
function cookieOf(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}
