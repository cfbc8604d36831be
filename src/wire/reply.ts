import type { LargeBody } from './large-body.js';
import type { ResponseHead } from './response-head.js';
import type { SlabBody } from './slab.js';

/** What is read of a request before its response, whoever read it: we, or Node. */
export interface RequestHead {
  readonly method?: string | undefined;
  /** The target as sent; bytes beyond ASCII are Latin-1. */
  readonly url?: string | undefined;
  /** By name in small letters. */
  readonly headers: RequestHeaders;
}

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** One header; undefined when it is absent or was sent several times in a form that has no single value. */
export function headerOf({ headers }: RequestHead, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Where the response of one request goes. One of the `send`s is called once, or none when `isGone`. */
export interface Reply {
  /** Nobody waits for a response any more. */
  readonly isGone: boolean;
  /** Address at the other end of the connection; undefined: the connection has ended. */
  readonly remoteAddress: string | undefined;
  /** Has that told when it happens, once; null: not any more. */
  whenGone(listener: (() => void) | null): void;
  /** A body in the slab, which is given back as soon as it is sent. */
  send(head: ResponseHead, body: SlabBody): void;
  /** Bytes that lie ready; null for a response without a body. */
  sendBytes(head: ResponseHead, body: Buffer | null): void;
  /** A body piece by piece. @param over called once, when it is sent or the connection is gone */
  sendLarge(head: ResponseHead, body: LargeBody, over: () => void): void;
}
