import type { ServerResponse } from 'node:http';
import { sendPieces, type LargeBody } from './large-body.js';
import type { Reply } from './reply.js';
import { headerList, type ResponseHead } from './response-head.js';
import type { SlabBody } from './slab.js';
import type { Wire } from './wire.js';

/** A response that Node writes. */
export class NodeReply implements Reply {
  readonly #wire: Wire;
  readonly #res: ServerResponse;
  #listener: (() => void) | null = null;

  constructor(wire: Wire, res: ServerResponse) {
    this.#wire = wire;
    this.#res = res;
  }

  get isGone(): boolean {
    return this.#res.destroyed;
  }

  get remoteAddress(): string | undefined {
    return this.#res.socket?.remoteAddress;
  }

  whenGone(listener: (() => void) | null): void {
    if (this.#listener !== null) this.#res.off('close', this.#listener);
    this.#listener = listener;
    if (listener !== null) this.#res.on('close', listener);
  }

  send(head: ResponseHead, body: SlabBody): void {
    this.sendBytes(head, body.bytes());
  }

  sendBytes(head: ResponseHead, body: Buffer | null): void {
    this.#writeHead(head);
    if (body === null) this.#res.end();
    else this.#res.end(body);
  }

  sendLarge(head: ResponseHead, body: LargeBody, over: () => void): void {
    this.#writeHead(head);
    const isSent = (): void => {
      if (!this.#res.destroyed) this.#res.end();
      over();
    };
    sendPieces(this.#res, body, isSent, this.#wire.settings.stalled_ms);
  }

  #writeHead(head: ResponseHead): void {
    const headers = headerList(head, this.#wire.commonHeaders);
    if (this.#wire.isClosing) headers.push('Connection', 'close');
    this.#res.writeHead(head.status, headers);
  }
}
