import type { Asker } from '../../sources/asker.js';
import { OperatingError } from '../../errors.js';
import type { Reply, RequestHead } from '../../wire/reply.js';
import type { SlabBody } from '../../wire/slab.js';
import type { Wire } from '../../wire/wire.js';
import type { WriteInPieces } from '../../wire/large-body.js';
import type { AppContext } from './app-context.js';
import { requestError, sourceError } from './errors/error-envelope.js';
import type { Exchange } from './exchange.js';
import type { HttpSettings } from './settings.js';

/**
 * The part of an exchange that is needed to respond with results from a data source. It does not include
 * keys, sockets or logs, so the same code can respond without a service (`offline`).
 */
export interface ResultExchange {
  readonly app: Pick<AppContext, 'geocoder' | 'router' | 'zones' | 'json' | 'inTrace'> & {
    readonly settings: Pick<HttpSettings, 'requestTimeout_ms'>;
    readonly wire: { readonly overload: Pick<Wire['overload'], 'noteWork'> };
  };
  readonly req: Pick<RequestHead, 'headers'>;
  readonly reply: Pick<Reply, 'whenGone'>;
  /**
   * The client, which takes turns with other clients for the data source. If absent, there are no other
   * clients.
   */
  readonly asker?: Asker;
  /** Reports what a search found; see `Exchange`. If absent, nothing is counted. */
  noteFound?(results: number, isPartial: boolean, text?: string): void;
  /** Sends the result. */
  sendResult(body: SlabBody): void;
  /**
   * Sends a body that may be large and that is written while it is being sent. @param size see `writtenBody`
   */
  sendWritten(write: WriteInPieces, size: { length: number; held: number }): void;
  /** Answers with an error. */
  fail(error: OperatingError): void;
  /** Ends the exchange because the client has disconnected. */
  abandon(): void;
}

/**
 * Defines how to get a value and what to do with it. A single object serves all requests, so that no
 * functions are created per request. `known` contains the facts that are already known about the request.
 */
export interface Step<K, T> {
  ask(exchange: Exchange, known: K): T | Promise<T>;
  then(exchange: Exchange, value: T, known: K): void;
  /** Returns the error for the client if the value arrived too late. */
  late: (deadline_ms: number) => OperatingError;
  /** Returns the error for the client if `ask` failed. */
  failed: (cause: unknown) => OperatingError;
}

/**
 * Requests a value that may arrive immediately or later, and then continues with it. A value that arrives
 * immediately requires neither a promise nor a timer. A value that arrives later must do so before the
 * deadline. An error thrown by `then` is a bug and results in a 500 response.
 */
export function after<K, T>(exchange: Exchange, known: K, step: Step<K, T>): void {
  let value: T | Promise<T>;
  try {
    value = step.ask(exchange, known);
  } catch (cause) {
    exchange.fail(step.failed(cause));
    return;
  }
  if (isPromise(value))
    wait(exchange, value, { known, step, late: step.late, failed: step.failed, controller: null });
  else proceed(exchange, value, known, step);
}

/** A `Step` for a data source. */
export interface SourceStep<K, T, X extends ResultExchange = Exchange> {
  ask(exchange: X, known: K, signal: AbortSignal): T | Promise<T>;
  then(exchange: X, value: T, known: K): void;
}

/**
 * Like `after`, but for a data source. The source receives a signal that is aborted at the deadline, or when
 * the client disconnects.
 */
export function afterSource<K, T, X extends ResultExchange>(
  exchange: X,
  known: K,
  step: SourceStep<K, T, X>,
): void {
  let value: T | Promise<T>;
  const controller = spare;
  const { inTrace } = exchange.app;
  try {
    value =
      inTrace === null
        ? step.ask(exchange, known, controller.signal)
        : inTrace(exchange.req.headers, () => step.ask(exchange, known, controller.signal));
  } catch (cause) {
    exchange.fail(sourceError(cause));
    return;
  }
  if (isPromise(value)) {
    spare = new AbortController();
    wait(exchange, value, { known, step, late: sourceLate, failed: sourceError, controller });
  } else {
    proceed(exchange, value, known, step);
  }
}

/**
 * Creating a signal takes a sixth as long as computing a route. A source that responds immediately does not
 * use its signal, so the signal is reused for the next request.
 */
let spare = new AbortController();

function sourceLate(deadline_ms: number): OperatingError {
  return new OperatingError('REQUEST_TIMEOUT', 'The data service behind the API did not answer in time.', {
    cause: new Error(`no answer within ${deadline_ms} ms`),
  });
}

/**
 * The abort reason of a signal whose deadline has passed. If the client disconnected, the signal has a
 * different reason.
 */
function deadlinePassed(): DOMException {
  return new DOMException('The deadline of the request has passed.', 'TimeoutError');
}

function proceed<X extends ResultExchange, K, T>(
  exchange: X,
  value: T,
  known: K,
  step: Following<X, K, T>,
): void {
  try {
    step.then(exchange, value, known);
  } catch (cause) {
    exchange.fail(requestError(cause));
  }
}

interface Following<X, K, T> {
  then(exchange: X, value: T, known: K): void;
}

interface Waiting<X, K, T> {
  known: K;
  step: Following<X, K, T>;
  late: (deadline_ms: number) => OperatingError;
  failed: (cause: unknown) => OperatingError;
  controller: AbortController | null;
}

function wait<X extends ResultExchange, K, T>(
  exchange: X,
  value: Promise<T>,
  { known, step, late, failed, controller }: Waiting<X, K, T>,
): void {
  let isSettled = false;
  const settle = (): boolean => {
    if (isSettled) return false;
    isSettled = true;
    clearTimeout(timer);
    exchange.reply.whenGone(null);
    return true;
  };
  const gone = (): void => {
    if (!settle()) return;
    controller?.abort();
    exchange.abandon();
  };
  const deadline_ms = exchange.app.settings.requestTimeout_ms;
  const timer = setTimeout(() => {
    if (!settle()) return;
    controller?.abort(deadlinePassed());
    exchange.fail(late(deadline_ms));
  }, deadline_ms);
  exchange.reply.whenGone(gone);
  value.then(
    (found) => {
      exchange.app.wire.overload.noteWork();
      if (settle()) proceed(exchange, found, known, step);
    },
    (cause: unknown) => {
      if (settle()) exchange.fail(failed(cause));
    },
  );
}

function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}
