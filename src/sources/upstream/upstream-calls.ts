import { OperatingError } from '../../errors.js';
import type { SourceState } from '../geocoder.js';
import type { UpstreamOutcome } from '../upstream-outcome.js';
import { Circuit } from './circuit.js';
import { clientError, ConnectionFailure, Late, outcomeOf } from './upstream-error.js';
import { OPEN_MAX, UpstreamWatch } from './upstream-watch.js';

/**
 * The number of requests under way or waiting, for each connection. Further ones would wait longer than they
 * may.
 */
const IN_FLIGHT_PER_CONNECTION = 64;

/** A probe without a quick answer is repeated once while it is open. */
export const PROBE_CONNECTIONS = OPEN_MAX;

/** Called after every call. Null if the call was not made, so that it took no time. */
export type CallCounter = (outcome: UpstreamOutcome, duration_ms: number | null) => void;

export interface UpstreamCallsOptions {
  /** The engine and its host, for messages. */
  where: string;
  /** The largest number of connections. */
  connections: number;
  /** Asks the engine whether it is ready. @throws Error with the reason if it is not */
  probe: (signal: AbortSignal) => Promise<void>;
  /** How long it may take to answer that: as long as for a request. */
  probeTimeout_ms: number;
  count?: CallCounter;
  /** Kept connections may lead nowhere. */
  onStale?: () => void;
  /** @param reason null if the engine answers; else why it does not */
  onChange?: (reason: string | null) => void;
}

/** The kind of a call, and its deadline. */
export interface CallAbout {
  kind: string;
  signal: AbortSignal;
}

interface CallUnderWay {
  circuit: Circuit;
  /** When it began, by `performance.now()`. */
  from_ms: number;
  signal: AbortSignal;
  over: (outcome: UpstreamOutcome) => void;
}

/**
 * The calls of one engine that runs elsewhere, whatever its protocol. It counts them, turns failures into
 * errors for clients, and sends nothing to an engine that is down until the watch gets an answer.
 */
export class UpstreamCalls {
  readonly #where: string;
  /** By kind of call. */
  readonly #circuits = new Map<string, Circuit>();
  readonly #watch: UpstreamWatch;
  readonly #count: CallCounter | undefined;
  readonly #inFlightMax: number;
  #inFlight = 0;
  #answeredAt_ms = 0;
  /**
   * When the engine answered the watch again. Calls that began earlier are late, and say nothing about the
   * present.
   */
  #backAt_ms = -Infinity;

  constructor(options: UpstreamCallsOptions) {
    const { where, connections, probe, probeTimeout_ms, count, onStale, onChange } = options;
    this.#where = where;
    this.#inFlightMax = connections * IN_FLIGHT_PER_CONNECTION;
    this.#count = count;
    this.#watch = new UpstreamWatch({
      probe,
      timeout_ms: probeTimeout_ms,
      answeredAt_ms: () => this.#answeredAt_ms,
      onAnswer: () => this.#engineAnswers(false),
      ...(onStale === undefined ? {} : { onOvertaken: onStale }),
      onChange: (reason) => {
        if (reason === null) {
          this.#backAt_ms = performance.now();
          this.#engineAnswers(true);
        }
        onChange?.(reason);
      },
    });
  }

  /** Begins to watch the engine. Resolves when it is known whether it answers. */
  start(): Promise<void> {
    return this.#watch.start();
  }

  /** `degraded` if it answers the watch, but not calls of some kind in time. */
  state(): SourceState {
    const state = this.#watch.state();
    return state === 'ok' && [...this.#circuits.values()].some(({ isOpen }) => isOpen) ? 'degraded' : state;
  }

  /** See `UpstreamWatch`. */
  get isSilent(): boolean {
    return this.#watch.isSilent;
  }

  close(): void {
    this.#watch.close();
  }

  #engineAnswers(wasAway: boolean): void {
    for (const circuit of this.#circuits.values()) circuit.engineAnswers(wasAway);
  }

  #circuitOf(kind: string): Circuit {
    let circuit = this.#circuits.get(kind);
    if (circuit === undefined) this.#circuits.set(kind, (circuit = new Circuit()));
    return circuit;
  }

  /**
   * Makes one call.
   * @param about.kind the kind of call. There are few kinds: an engine may hang on one and answer others.
   * @param call has to report when an answer has come, even an impossible one. It throws BadAnswer, NotLoaded
   *   and ConnectionFailure for these cases.
   * @param ended called with the outcome of a call that was made
   * @throws OperatingError UPSTREAM_ERROR, SERVICE_UNAVAILABLE or REQUEST_TIMEOUT, with a cause for the log;
   *   and errors of that class from `call`
   */
  async run<T>(
    { kind, signal }: CallAbout,
    call: (answered: () => void) => Promise<T>,
    ended?: (outcome: UpstreamOutcome) => void,
  ): Promise<T> {
    const circuit = this.#circuitOf(kind);
    this.#refuseVainOnes(circuit);
    const from_ms = performance.now();
    const over = (outcome: UpstreamOutcome): void => {
      this.#count?.(outcome, performance.now() - from_ms);
      ended?.(outcome);
    };
    this.#inFlight++;
    try {
      const value = await call(() => this.#answered(circuit));
      over('ok');
      return value;
    } catch (cause) {
      throw this.#failed(cause as Error, { circuit, from_ms, signal, over });
    } finally {
      this.#inFlight--;
    }
  }

  #answered(circuit: Circuit): void {
    circuit.answered();
    this.#answeredAt_ms = performance.now();
  }

  #refuseVainOnes(circuit: Circuit): void {
    const refusal = this.#watch.isHanging
      ? 'it is not asked, as it does not answer in time'
      : circuit.refusal();
    if (refusal === null && this.#inFlight < this.#inFlightMax) return;
    this.#count?.('not_asked', null);
    if (refusal !== null) throw clientError(this.#where, new Error(refusal));
    throw new OperatingError('SERVICE_UNAVAILABLE', 'Too many requests wait for the data service.', {
      details: { reason: 'overloaded' },
      cause: new Error(`${this.#where}: ${this.#inFlight} requests wait already`),
    });
  }

  #failed(cause: Error, { circuit, from_ms, signal, over }: CallUnderWay): Error {
    if (OperatingError.is(cause)) {
      over('ok');
      return cause;
    }
    if (signal.aborted || Late.is(cause)) {
      const isLate = Late.is(cause) || (signal.reason as Error | undefined)?.name === 'TimeoutError';
      over(isLate ? 'timeout' : 'abandoned');
      if (isLate && from_ms >= this.#backAt_ms) this.#countFailure(circuit, 'no answer in time', true);
      return new OperatingError(
        'REQUEST_TIMEOUT',
        'The data service behind the API did not answer in time.',
        { cause: new Error(`${this.#where}: no answer in time`) },
      );
    }
    over(outcomeOf(cause));
    if (ConnectionFailure.is(cause)) this.#countFailure(circuit, cause.message, false);
    return clientError(this.#where, cause);
  }

  #countFailure(circuit: Circuit, reason: string, isLate: boolean): void {
    if (circuit.failed(reason, isLate)) this.#watch.ask();
  }
}
