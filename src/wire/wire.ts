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
  /** Request line and headers together. */
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
  /** Where the lines of requests go; without it there are none. */
  requestLog?: LineSink | undefined;
  /** Decides which requests are too many; by default by how long they have waited. */
  overload?: OverloadGate | undefined;
}

/** State shared by all connections of one server. */
export class Wire {
  readonly settings: WireSettings;
  readonly commonHeaders: Readonly<HeaderList>;
  /** Where bodies are written. */
  readonly slab = new Slab();
  readonly heads: HeadWriter;
  /** One line for each request; null: none. */
  readonly requestLog: RequestLog | null;
  /** Decides which requests come too late to be answered in time. */
  readonly overload: OverloadGate;
  /** Requests that wait for their turn behind others of their connection. */
  readonly followers = new TurnQueue();
  /** Bytes of large answers on their way. */
  readonly room = new AnswerRoom();
  /** The same for files, so that a page opens while large answers wait for their readers. */
  readonly fileRoom = new AnswerRoom();
  /** Every open connection. */
  readonly connections = new Set<Socket>();
  /** Requests that Node has read to their end and that are being answered. */
  readonly answering = new Set<IncomingMessage>();
  /** Not ready, as others that answer on the same port are not. */
  isHeld = false;
  /** Set once, when a stop is asked for: not ready any more, but requests are answered as before. */
  isLeaving = false;
  /** Set once, later: from then on each response is the last of its connection. */
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
 * So many in one turn of the event loop. A turn accepts one new connection only, so with long turns, new
 * clients wait for those that send hundreds of requests at once.
 */
const PER_TURN = 2;

/** Requests that came together with others on their connection. They take turns with other clients. */
class TurnQueue {
  #waiting: (() => void)[] = [];
  readonly #run = (): void => this.#runSome();

  /** Calls `task` in one of the next turns. Tasks are called in the order in which they came. */
  add(task: () => void): void {
    this.#waiting.push(task);
    if (this.#waiting.length === 1) setImmediate(this.#run);
  }

  #runSome(): void {
    for (const task of this.#waiting.splice(0, PER_TURN)) task();
    if (this.#waiting.length > 0) setImmediate(this.#run);
  }
}
