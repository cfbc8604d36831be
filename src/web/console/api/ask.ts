import type { AnswerOf, BodyOf, ConsoleRequest, QueryOf } from '../../../console/api/contract.js';
import type { Failure, FailureCode } from '../../../console/api/failure.js';
import { MarkedError } from '../../../errors.js';

/** The names of the `:parts` in a request's path. */
type PartsOf<Path extends string> = Path extends `${string}:${infer Part}/${infer Rest}`
  ? Part | PartsOf<Rest>
  : Path extends `${string}:${infer Part}`
    ? Part
    : never;

type Given<Name extends string, Value> = [Value] extends [never] | [undefined] ? object : Record<Name, Value>;

/** The values that a request needs: the parts of its path, its body, and its query. */
export type Wants<R extends ConsoleRequest> = Given<
  'path',
  [PartsOf<R>] extends [never] ? never : Record<PartsOf<R>, string>
> &
  Given<'body', BodyOf<R>> &
  Given<'query', QueryOf<R>>;

/**
 * A failed request, with the error that the server reported. The error code is `no_connection` if there was
 * no response.
 */
export class RequestFailed extends MarkedError {
  static override readonly mark = 'RequestFailed';

  constructor(
    readonly code: FailureCode | 'no_connection',
    readonly details: Partial<Failure['error']> & { requestId?: string } = {},
  ) {
    super(code);
  }
}

/** @throws the error itself if it is not a failed request, because any other error is a bug */
export function failureOf(error: unknown): RequestFailed {
  if (RequestFailed.is(error)) return error;
  throw error;
}

let signedOut = (): void => undefined;

/** Calls `tell` when the server reports that the session has ended. */
export function onSignedOut(tell: () => void): void {
  signedOut = tell;
}

let proof = (): Promise<boolean> => Promise.resolve(false);

/**
 * Calls `show` when the server asks for the password again. `show` returns whether the user entered the
 * password.
 */
export function onProofNeeded(show: () => Promise<boolean>): void {
  proof = show;
}

/** Returns a request's URL, including its path parts and its query. */
export function addressOf<R extends ConsoleRequest>(request: R, wants: Wants<R>): string {
  const { path, query } = wants as { path?: Record<string, string>; query?: Record<string, unknown> };
  const pattern = request.slice(request.indexOf(' ') + 1);
  const address = pattern.replace(/:(\w+)/g, (_, part: string) => encodeURIComponent(path?.[part] ?? ''));
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  if (given.length === 0) return address;
  return `${address}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}

/** @throws RequestFailed */
export async function ask<R extends ConsoleRequest>(request: R, wants: Wants<R>): Promise<AnswerOf<R>> {
  const method = request.slice(0, request.indexOf(' '));
  const { body } = wants as { body?: unknown };
  let response: Response;
  try {
    response = await fetch(addressOf(request, wants), {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(method !== 'GET' && { 'content-type': 'application/json' }),
      },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    });
  } catch {
    throw new RequestFailed('no_connection');
  }
  if (response.status === 204) return null;
  const answer = (await response.json().catch(() => null)) as unknown;
  if (response.ok) return answer as AnswerOf<R>;
  const failure = answer as Failure | null;
  if (failure?.error === undefined) throw new RequestFailed('no_connection');
  if (failure.error.code === 'sign_in_required') signedOut();
  if (failure.error.code === 'proof_needed' && (await proof())) return ask(request, wants);
  throw new RequestFailed(failure.error.code, { ...failure.error, requestId: failure.request_id });
}
