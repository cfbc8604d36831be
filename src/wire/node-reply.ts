import type { ServerResponse } from 'node:http';
import type { AppContext } from '../http/app-context.js';
import type { Reply } from './reply.js';
import { headerList, type ResponseHead } from './response-head.js';
import type { SlabBody } from './slab.js';

/** A response written by Node. */
export class NodeReply implements Reply {
  readonly #app: AppContext;
  readonly #res: ServerResponse;
  #listener: (() => void) | null = null;

  constructor(app: AppContext, res: ServerResponse) {
    this.#app = app;
    this.#res = res;
  }

  get isGone(): boolean {
    return this.#res.destroyed;
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
    const headers = headerList(head, this.#app.settings.corsOrigin);
    if (this.#app.isClosing) headers.push('Connection', 'close');
    this.#res.writeHead(head.status, headers);
    if (body === null) this.#res.end();
    else this.#res.end(body);
  }
}
