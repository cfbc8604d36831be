import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { AnswerRoom } from './answer-room.js';
import { OverloadGate } from './overload-gate.js';
import { RequestLog, type LineSink } from './request-log.js';
import { HeadWriter, type HeaderList } from './response-head.js';
import { Slab } from './slab.js';

export interface WireSettings {
  /** The maximum time between the opening of a connection and the end of the headers of its first request. */
  headersTimeout_ms: number;
  /** How long a connection may stay open between two requests. */
  keepAlive_ms: number;
  /** The maximum total size of the request line and headers. */
  headerLimit_bytes: number;
  /** How long a request may wait for its turn before it is refused. If 0, no request is refused. */
  maxWait_ms: number;
  /**
   * The maximum time in which a client must receive one piece of a large response. By default ten seconds.
   */
  stalled_ms?: number;
}

export interface WireOptions {
  settings: WireSettings;
  /** The headers of every response. */
  commonHeaders: Readonly<HeaderList>;
  /** Receives a log line for each request; if absent, requests are not logged. */
  requestLog?: LineSink | undefined;
  /** Decides which requests to refuse; by default, requests that have waited too long. */
  overload?: OverloadGate | undefined;
}

/** The state that is shared by all connections of one server. */
export class Wire {
  readonly settings: WireSettings;
  readonly commonHeaders: Readonly<HeaderList>;
  /** The memory for response bodies. */
  readonly slab = new Slab();
  readonly heads: HeadWriter;
  /** Writes one line for each request, or null if there is no request log. */
  readonly requestLog: RequestLog | null;
  /** Decides which requests have waited too long to be answered in time. */
  readonly overload: OverloadGate;
  /** Requests that are waiting for their turn behind earlier requests on the same connection. */
  readonly followers = new TurnQueue();
  /** Limits the bytes of large responses in flight. */
  readonly room = new AnswerRoom();
  /**
   * A separate limit for files, so that a page can be opened even while large responses are waiting for slow
   * clients.
   */
  readonly fileRoom = new AnswerRoom();
  /** Every open connection. */
  readonly connections = new Set<Socket>();
  /** Requests that Node has read completely but that have not been answered yet. */
  readonly answering = new Set<IncomingMessage>();
  /**
   * Whether the service reports that it is not ready because other services that share its port are not
   * ready.
   */
  isHeld = false;
  /**
   * Set once, when a stop is requested: the service then reports that it is not ready, but still answers
   * requests.
   */
  isLeaving = false;
  /**
   * Set once, some time after a stop is requested: from then on, every connection is closed after its next
   * response.
   */
  isClosing = false;
  /** Set once, when the port is closed: from then on, new requests are refused. */
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
 * The number of queued requests that are handled in one turn of the event loop. A turn of the event loop
 * accepts only one new connection. If turns were long, new clients would therefore have to wait for clients
 * that send hundreds of requests at once.
 */
const PER_TURN = 2;

/**
 * A queue of requests that arrived together with other requests on the same connection. These requests take
 * turns with requests from other clients.
 */
class TurnQueue {
  #waiting: (() => void)[] = [];
  readonly #run = (): void => this.#runSome();

  /**
   * Calls `task` in one of the next turns of the event loop. Tasks run in the order in which they were added.
   */
  add(task: () => void): void {
    this.#waiting.push(task);
    if (this.#waiting.length === 1) setImmediate(this.#run);
  }

  #runSome(): void {
    for (const task of this.#waiting.splice(0, PER_TURN)) task();
    if (this.#waiting.length > 0) setImmediate(this.#run);
  }
}
