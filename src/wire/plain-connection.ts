import type { Socket } from 'node:net';
import { sendPieces, type LargeBody } from './large-body.js';
import { headEnd, isCutLine, linesOf, plainHeaders, plainTargetEnd, targetOf } from './plain-request.js';
import type { Reply, RequestHead, RequestHeaders } from './reply.js';
import type { ResponseHead } from './response-head.js';
import type { SlabBody } from './slab.js';
import type { Wire } from './wire.js';

/** Answers a request with a known path. For any other path, the function does nothing and returns false. */
export type PlainAnswer = (request: RequestHead, reply: Reply) => boolean;

export type HandOver = (unread: Buffer) => void;

export interface PlainConnectionOptions {
  wire: Wire;
  socket: Socket;
  answer: PlainAnswer;
  /** Hands the connection over to Node permanently, together with the bytes that have not been read. */
  handOver: HandOver;
  /**
   * Responds to data that never becomes a request, based on Node's error code: either the data did not arrive
   * within the time that a request may take, or it ended in the middle of a request.
   */
  refuse: (code: string) => void;
}

const NO_BYTES = Buffer.alloc(0);

/** A body larger than this is not copied into the same buffer as its head. */
const COPIED_BYTES = 16_384;

/**
 * One connection, for as long as its requests are plain. We parse its requests here instead of in Node's
 * parser and write responses straight to the socket, which saves half of the cost of HTTP
 * (docs/decisions/0008-hot-path.md). The first request that is not plain is handed over to Node, along with
 * the rest of the connection. While the service is stopping, every request goes to Node.
 *
 * Requests that arrive in the same chunk are answered one by one, taking turns with other clients' requests
 * (`TurnQueue`). A client that sends hundreds of requests at once therefore does not hold up other clients.
 */
export class PlainConnection implements Reply {
  readonly #wire: Wire;
  readonly #socket: Socket;
  readonly #answer: PlainAnswer;
  readonly #handOver: HandOver;
  readonly #refuse: (code: string) => void;
  readonly #onData = (chunk: Buffer): void => this.#read(chunk);
  readonly #onEnd = (): void => this.#end();
  readonly #onTimeout = (): void => this.#timeOut();
  readonly #onClose = (): void => this.#close();
  readonly #onDrain = (): void => this.#next();
  readonly #onTurn = (): void => void this.#socket.resume();
  readonly #onError = (): void => void this.#socket.destroy();
  /**
   * The previous request's header lines. A client usually sends the same header lines again, in which case
   * they do not need to be parsed.
   */
  #lines = '';
  #headers: RequestHeaders | null = null;
  /** Bytes that arrived after a request that has not been answered yet. */
  #unread: Buffer | null = null;
  /** The beginning of a request line, and the timer that limits how long to wait for the rest. */
  #part: { bytes: Buffer; timer: NodeJS.Timeout } | null = null;
  #goneListener: (() => void) | null = null;

  constructor({ wire, socket, answer, handOver, refuse }: PlainConnectionOptions) {
    this.#wire = wire;
    this.#socket = socket;
    this.#answer = answer;
    this.#handOver = handOver;
    this.#refuse = refuse;
    socket.setTimeout(wire.settings.headersTimeout_ms);
    socket.on('data', this.#onData).on('end', this.#onEnd).on('timeout', this.#onTimeout);
    socket.on('close', this.#onClose).on('error', this.#onError);
  }

  get isGone(): boolean {
    return !this.#socket.writable;
  }

  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress;
  }

  /** Whether a request is waiting for its response or the client has not read the response yet. */
  get isBusy(): boolean {
    return this.#unread !== null;
  }

  whenGone(listener: (() => void) | null): void {
    this.#goneListener = listener;
  }

  /** Closes the connection when the service stops, if no request is in progress. */
  closeIfIdle(): void {
    if (this.#unread !== null) return;
    if (this.#socket.writableLength === 0) this.#socket.destroy();
    else this.#socket.end();
  }

  send(head: ResponseHead, body: SlabBody): void {
    const { heads, isClosing } = this.#wire;
    const whole = body.withHead(heads.pieces(head, isClosing));
    if (whole === null) {
      this.sendBytes(head, body.bytes());
      return;
    }
    this.#socket.write(whole);
    // Until they have been sent, bytes that the operating system has not accepted belong to the socket.
    if (this.#socket.writableLength === 0) this.#wire.slab.giveBack(body);
    this.#answered();
  }

  sendBytes(head: ResponseHead, body: Buffer | null): void {
    const { heads, isClosing } = this.#wire;
    const bytes = heads.bytes(head, isClosing);
    if (body !== null && body.length > COPIED_BYTES) {
      // The bytes are not copied, so that responses to many slow clients can share them.
      this.#socket.cork();
      this.#socket.write(bytes);
      this.#socket.write(body);
      this.#socket.uncork();
    } else {
      this.#socket.write(body === null ? bytes : Buffer.concat([bytes, body]));
    }
    this.#answered();
  }

  sendLarge(head: ResponseHead, body: LargeBody, over: () => void): void {
    const { heads, isClosing, settings } = this.#wire;
    this.#socket.write(heads.bytes(head, isClosing));
    const isSent = (): void => {
      over();
      if (!this.isGone) this.#answered();
    };
    sendPieces(this.#socket, body, isSent, settings.stalled_ms);
  }

  #read(chunk: Buffer): void {
    if (this.#unread !== null) {
      this.#keep(chunk);
      return;
    }
    const bytes = this.#part === null ? chunk : this.#joined(chunk);
    if (this.#mayGoOn(bytes)) this.#waitForLine(bytes);
    else if (this.#wire.isClosing || !this.#readPlain(bytes)) this.#leave(bytes);
  }

  /**
   * Whether these bytes are an incomplete request line, no matter where it was cut off. Node's parser does
   * not accept unencoded UTF-8 in a request line.
   */
  #mayGoOn(bytes: Buffer): boolean {
    const { isClosing, settings } = this.#wire;
    return !isClosing && bytes.length < settings.headerLimit_bytes && isCutLine(bytes);
  }

  #waitForLine(bytes: Buffer): void {
    const timer =
      this.#part?.timer ?? setTimeout(() => this.#giveUpLine(), this.#wire.settings.headersTimeout_ms);
    this.#part = { bytes, timer };
  }

  #joined(chunk: Buffer): Buffer {
    return Buffer.concat([this.#part!.bytes, chunk]);
  }

  /** Lets Node answer a request that was never completed. */
  #giveUpLine(): void {
    if (this.#part !== null) this.#leave(this.#part.bytes);
  }

  #endPart(): void {
    if (this.#part !== null) clearTimeout(this.#part.timer);
    this.#part = null;
  }

  /** Answers the first request in these bytes if it is a plain request. */
  #readPlain(bytes: Buffer): boolean {
    this.#endPart();
    const targetEnd = plainTargetEnd(bytes);
    if (targetEnd < 0) return false;
    const most = bytes.toString('latin1', 0, this.#wire.settings.headerLimit_bytes);
    const end = headEnd(most);
    if (end < 0) return false;
    const text = end === most.length ? most : most.slice(0, end);
    const lines = linesOf(text, targetEnd);
    if (this.#headers === null) this.#socket.setTimeout(this.#wire.settings.keepAlive_ms);
    if (this.#lines !== lines) {
      this.#headers = plainHeaders(lines);
      this.#lines = lines;
    }
    if (this.#headers === null) return false;
    this.#unread = NO_BYTES;
    if (end < bytes.length) this.#keep(bytes.subarray(end));
    const url = targetOf(text, targetEnd);
    const isAnswered = this.#answer({ method: 'GET', url, headers: this.#headers }, this);
    if (!isAnswered) this.#unread = null;
    return isAnswered;
  }

  /**
   * Keeps bytes that arrive before earlier requests are answered. No more bytes are read until these requests
   * are answered.
   */
  #keep(chunk: Buffer): void {
    this.#unread = this.#unread!.length === 0 ? chunk : Buffer.concat([this.#unread!, chunk]);
    this.#socket.pause();
  }

  /**
   * Continues after a response. If a client does not read its responses, no more of its requests are read, so
   * that responses do not pile up here.
   */
  #answered(): void {
    this.#goneListener = null;
    if (this.#socket.writableNeedDrain) this.#socket.pause().once('drain', this.#onDrain);
    else this.#next();
  }

  #next(): void {
    const unread = this.#unread!;
    this.#unread = null;
    if (this.#wire.isClosing) {
      this.#socket.end();
    } else if (unread.length > 0) {
      // The bytes are put back, because the stream does not report that the client has closed its side until
      // they have been read.
      this.#socket.unshift(unread);
      this.#wire.followers.add(this.#onTurn);
    } else if (this.#socket.isPaused()) {
      this.#socket.resume();
    }
  }

  #leave(unread: Buffer): void {
    this.#endPart();
    const socket = this.#socket;
    socket.off('data', this.#onData).off('end', this.#onEnd).off('timeout', this.#onTimeout);
    socket.off('close', this.#onClose).off('error', this.#onError);
    socket.setTimeout(0);
    this.#handOver(unread);
  }

  /**
   * Closes the connection when the client has finished sending. Node does the same, because most clients that
   * finish sending have closed the connection.
   */
  #end(): void {
    if (this.#part !== null) {
      this.#endPart();
      this.#refuse('HPE_INVALID_EOF_STATE');
      return;
    }
    this.#socket.end();
    this.#close();
  }

  #timeOut(): void {
    if (this.#headers === null && this.#socket.bytesRead === 0) this.#refuse('ERR_HTTP_REQUEST_TIMEOUT');
    else this.#socket.destroy();
  }

  #close(): void {
    this.#endPart();
    const listener = this.#goneListener;
    this.#goneListener = null;
    listener?.();
  }
}
