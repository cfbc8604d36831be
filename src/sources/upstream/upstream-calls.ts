import { OperatingError } from '../../errors.js';
import type { SourceState } from '../geocoder.js';
import type { UpstreamOutcome } from '../upstream-outcome.js';
import { Circuit } from './circuit.js';
import { clientError, ConnectionFailure, Late, outcomeOf } from './upstream-error.js';
import { OPEN_MAX, UpstreamWatch } from './upstream-watch.js';

/**
 * The maximum number of requests per connection that are in flight or waiting. Any further requests would
 * have to wait longer than allowed.
 */
const IN_FLIGHT_PER_CONNECTION = 64;

/** A probe that is not answered quickly is repeated once while the first one is still open. */
export const PROBE_CONNECTIONS = OPEN_MAX;

/** Called after every call. The duration is null if the call was not made. */
export type CallCounter = (outcome: UpstreamOutcome, duration_ms: number | null) => void;

export interface UpstreamCallsOptions {
  /** The engine and its host, for messages. */
  where: string;
  /** The maximum number of connections. */
  connections: number;
  /** Checks whether the engine is ready. @throws Error with the reason if it is not */
  probe: (signal: AbortSignal) => Promise<void>;
  /** The time limit for the engine's answer to a probe, which is the same as for a request. */
  probeTimeout_ms: number;
  count?: CallCounter;
  /** Called when pooled connections may be dead. */
  onStale?: () => void;
  /** @param reason null if the engine answers, else why it does not */
  onChange?: (reason: string | null) => void;
}

/** The kind of call and its deadline. */
export interface CallAbout {
  kind: string;
  signal: AbortSignal;
}

interface CallUnderWay {
  circuit: Circuit;
  /** The time, by `performance.now()`, at which the call began. */
  from_ms: number;
  signal: AbortSignal;
  over: (outcome: UpstreamOutcome) => void;
}

/**
 * Makes the calls to an external engine, regardless of the engine's protocol. Counts the calls, converts
 * failures to errors for clients, and stops calling an engine that is down until it answers a background
 * probe.
 */
export class UpstreamCalls {
  readonly #where: string;
  /** One circuit per kind of call. */
  readonly #circuits = new Map<string, Circuit>();
  readonly #watch: UpstreamWatch;
  readonly #count: CallCounter | undefined;
  readonly #inFlightMax: number;
  #inFlight = 0;
  #answeredAt_ms = 0;
  /**
   * The time at which the engine began to answer background probes again. Calls that began earlier are late,
   * so they do not show the engine's current state.
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

  /** Starts watching the engine. Resolves when it is known whether the engine answers. */
  start(): Promise<void> {
    return this.#watch.start();
  }

  /** Returns `degraded` if the engine answers background probes but times out on some kind of call. */
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
   * Makes a call.
   * @param about.kind the kind of call. There are few kinds. An engine may hang on one kind of call and
   * answer the others.
   * @param call must report when an answer has arrived, even if the answer is invalid. It throws BadAnswer,
   *   NotLoaded and ConnectionFailure for the corresponding failures.
   * @param ended called with the outcome of a call that was made
   * @throws OperatingError UPSTREAM_ERROR, SERVICE_UNAVAILABLE or REQUEST_TIMEOUT, with a cause for the log;
   *   or an error of that class thrown by `call`
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
      ? 'it is not being called because it does not answer in time'
      : circuit.refusal();
    if (refusal === null && this.#inFlight < this.#inFlightMax) return;
    this.#count?.('not_asked', null);
    if (refusal !== null) throw clientError(this.#where, new Error(refusal));
    throw new OperatingError('SERVICE_UNAVAILABLE', 'Too many requests are waiting for the data service.', {
      details: { reason: 'overloaded' },
      cause: new Error(`${this.#where}: ${this.#inFlight} requests are already waiting`),
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
