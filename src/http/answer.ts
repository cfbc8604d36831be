import { OperatingError } from '../errors.js';
import { requestError, sourceError } from './error-envelope.js';
import type { Exchange } from './exchange.js';

export interface Outcome<T> {
  then(value: T): void;
  /** What the client gets when it took too long. */
  late(): OperatingError;
  /** What the client gets when it threw. */
  failed(cause: unknown): OperatingError;
}

/**
 * Asks for a value that may be there at once or come later, and goes on with it. What is there at once costs neither a promise nor a timer; what comes
 * later has until the deadline. Whatever goes wrong afterwards, in `then` itself, is a bug and ends as a 500.
 */
export function after<T>(exchange: Exchange, ask: () => T | Promise<T>, outcome: Outcome<T>): void {
  let value: T | Promise<T>;
  try {
    value = ask();
  } catch (cause) {
    exchange.fail(outcome.failed(cause));
    return;
  }
  if (isPromise(value)) wait(exchange, value, outcome, null);
  else proceed(exchange, value, outcome);
}

/** As `after`, for a data source: it gets a signal that is aborted at the deadline, and when the client goes away. */
export function afterSource<T>(exchange: Exchange, ask: (signal: AbortSignal) => T | Promise<T>, then: (value: T) => void): void {
  let value: T | Promise<T>;
  const controller = spare;
  try {
    value = ask(controller.signal);
  } catch (cause) {
    exchange.fail(sourceError(cause));
    return;
  }
  const outcome: Outcome<T> = { then, late: sourceLate, failed: sourceError };
  if (isPromise(value)) {
    spare = new AbortController();
    wait(exchange, value, outcome, controller);
  } else {
    proceed(exchange, value, outcome);
  }
}

/** A signal costs 2 µs to make; a source that answers at once has no use for it, and leaves it to the next request. */
let spare = new AbortController();

function sourceLate(): OperatingError {
  return new OperatingError('REQUEST_TIMEOUT', 'The data service behind the API did not answer in time.');
}

function proceed<T>(exchange: Exchange, value: T, outcome: Outcome<T>): void {
  try {
    outcome.then(value);
  } catch (cause) {
    exchange.fail(requestError(cause));
  }
}

function wait<T>(exchange: Exchange, value: Promise<T>, outcome: Outcome<T>, controller: AbortController | null): void {
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
  const timer = setTimeout(() => {
    if (!settle()) return;
    controller?.abort();
    exchange.fail(outcome.late());
  }, exchange.app.settings.requestTimeout_ms);
  exchange.reply.whenGone(gone);
  value.then(
    (found) => {
      exchange.app.overload.noteWork();
      if (settle()) proceed(exchange, found, outcome);
    },
    (cause: unknown) => {
      if (settle()) exchange.fail(outcome.failed(cause));
    },
  );
}

function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}
