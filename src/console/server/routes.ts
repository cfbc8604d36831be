import type { TSchema } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerOf, BodyOf, ConsoleRequest, QueryOf } from '../api/contract.js';
import type { Person } from '../accounts/access.js';
import { ConsoleError } from '../accounts/console-error.js';
import type { Caller, Sessions, WithCookies } from '../accounts/sessions.js';

/** Who may send a request. What a person may do in an organisation is asked by `access.ts`. */
type Allowed = 'everybody' | 'account' | 'operator';

type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown;

/** One request, as its handler sees it. */
export interface Call<R extends ConsoleRequest, A extends Allowed> {
  body: BodyOf<R>;
  query: QueryOf<R>;
  params: ParamsOf<R>;
  /** Who is signed in. */
  person: A extends 'everybody' ? Person | null : Person;
  caller: Caller;
  /** Adds cookies to the answer. */
  setCookies(cookies: readonly string[]): void;
  /** Takes the value, and adds its cookies to the answer. */
  take<T>(answer: WithCookies<T>): T;
  cookie(name: string): string | undefined;
}

/** Routes of the contract on a Fastify instance. Each says itself who may call it. */
export class Routes {
  readonly #app: FastifyInstance;
  readonly #sessions: Sessions;
  readonly #people = new WeakMap<FastifyRequest, Person | null>();

  constructor(app: FastifyInstance, sessions: Sessions) {
    this.#app = app;
    this.#sessions = sessions;
  }

  /**
   * @param schemas of the body and the query. Their types are those of the contract, so that what is checked
   * is what the handler reads. A body without a schema is `{}`.
   */
  add<R extends ConsoleRequest, A extends Allowed>(
    request: R,
    options: {
      allowed: A;
      body?: TSchema & { static: BodyOf<R> };
      query?: TSchema & { static: QueryOf<R> };
    },
    handler: (call: Call<R, A>) => Promise<AnswerOf<R>>,
  ): void {
    const [method, url] = request.split(' ');
    this.#app.route({
      method,
      url,
      schema: {
        ...(method === 'GET' ? {} : { body: options.body ?? EMPTY }),
        querystring: options.query ?? EMPTY,
      },
      // Before anything is said about the body: a stranger learns only that he is one.
      preValidation: (asked, reply) => this.#admit(asked, reply, options.allowed),
      handler: async (asked, reply) => {
        const answer = await handler(this.#call<R, A>(asked, reply));
        return answer === null ? reply.code(204).send() : answer;
      },
    });
  }

  async #admit(request: FastifyRequest, reply: FastifyReply, allowed: Allowed): Promise<void> {
    const { value: person, cookies } = await this.#sessions.current(callerOf(request));
    addCookies(reply, cookies);
    if (person === null && allowed !== 'everybody')
      throw new ConsoleError('sign_in_required', 'Sign in first.');
    if (allowed === 'operator' && person?.isOperator !== true)
      throw new ConsoleError('forbidden', 'Only an operator of this deployment may do this.', {
        reason: 'operator_needed',
      });
    this.#people.set(request, person);
  }

  #call<R extends ConsoleRequest, A extends Allowed>(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Call<R, A> {
    const caller = callerOf(request);
    return {
      body: request.body as BodyOf<R>,
      query: request.query as QueryOf<R>,
      params: request.params as ParamsOf<R>,
      person: (this.#people.get(request) ?? null) as Call<R, A>['person'],
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

/** The value of a cookie (RFC 6265, 5.4). The first of several with the same name counts. */
export function cookieOf(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}
