import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { AnswerRoom } from './answer-room.js';
import { OverloadGate } from './overload-gate.js';
import { RequestLog, type LineSink } from './request-log.js';
import { HeadWriter, type HeaderList } from './response-head.js';
import { Slab } from './slab.js';

export interface WireSettings {
  /** From the opening of a connection to the end of its first headers. */
  headersTimeout_ms: number;
  /** How long a connection may stay open between two requests. */
  keepAlive_ms: number;
  /** Most bytes of request line and headers together. */
  headerLimit_bytes: number;
  /** How long a request may wait for its turn before it is refused; 0: none is refused. */
  maxWait_ms: number;
  /** How long a client may take for one piece of a large answer. By default ten seconds. */
  stalled_ms?: number;
}

export interface WireOptions {
  settings: WireSettings;
  /** Headers of every response. */
  commonHeaders: Readonly<HeaderList>;
  /** Takes the lines of requests; without it there are none. */
  requestLog?: LineSink | undefined;
  /** Decides which requests are too many; by default those that waited too long. */
  overload?: OverloadGate | undefined;
}

/** State shared by all connections of one server. */
export class Wire {
  readonly settings: WireSettings;
  readonly commonHeaders: Readonly<HeaderList>;
  /** The buffers of bodies. */
  readonly slab = new Slab();
  readonly heads: HeadWriter;
  /** Writes one line for each request; null: there is no log. */
  readonly requestLog: RequestLog | null;
  /** Decides which requests come too late to be answered in time. */
  readonly overload: OverloadGate;
  /** Requests that wait for their turn after others of their connection. */
  readonly followers = new TurnQueue();
  /** Bytes of large answers in transit. */
  readonly room = new AnswerRoom();
  /** The same for files, so that a page opens while large answers wait for their readers. */
  readonly fileRoom = new AnswerRoom();
  /** Every open connection. */
  readonly connections = new Set<Socket>();
  /** Requests that Node has read completely and that are in progress. */
  readonly answering = new Set<IncomingMessage>();
  /** Not ready because others that answer on the same port are not. */
  isHeld = false;
  /** Set once, when a stop is requested: not ready, but requests are still answered. */
  isLeaving = false;
  /** Set once, later: from then on each response ends its connection. */
  isClosing = false;
  /** Set once, when the port closes: from then on new requests are refused. */
  isRefusing = false;

  constructor({ settings, commonHeaders, requestLog, overload }: WireOptions) {
    this.settings = settings;
    this.commonHeaders = commonHeaders;
    this.heads = new HeadWriter({ commonHeaders, keepAlive_ms: settings.keepAlive_ms });
    this.requestLog = requestLog === undefined ? null : new RequestLog(requestLog);
    this.overload = overload ?? new OverloadGate(settings);
  }
}

/**
 * Requests in one turn of the event loop. A turn accepts only one new connection, so with long turns new
 * clients wait for those that send hundreds of requests at once.
 */
const PER_TURN = 2;

/** Requests that arrived together with others on their connection. They take turns with other clients. */
class TurnQueue {
  #waiting: (() => void)[] = [];
  readonly #run = (): void => this.#runSome();

  /** Calls `task` in one of the next turns. Tasks run in the order in which they came. */
  add(task: () => void): void {
    this.#waiting.push(task);
    if (this.#waiting.length === 1) setImmediate(this.#run);
  }

  #runSome(): void {
    for (const task of this.#waiting.splice(0, PER_TURN)) task();
    if (this.#waiting.length > 0) setImmediate(this.#run);
  }
}
