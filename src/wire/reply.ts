import type { LargeBody } from './large-body.js';
import type { ResponseHead } from './response-head.js';
import type { SlabBody } from './slab.js';

/** The readable part of a request before its response, read by us or by Node. */
export interface RequestHead {
  readonly method?: string | undefined;
  /** The target as sent; bytes beyond ASCII are Latin-1. */
  readonly url?: string | undefined;
  /** By name in lower case. */
  readonly headers: RequestHeaders;
}

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** One header; undefined if it is absent, or was sent several times in a form without a single value. */
export function headerOf({ headers }: RequestHead, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** The target of one request's response. One of the `send`s is called once, or none when `isGone`. */
export interface Reply {
  /** Whether nobody waits for a response. */
  readonly isGone: boolean;
  /** Address at the other end of the connection; undefined after its end. */
  readonly remoteAddress: string | undefined;
  /** Sets the listener that is called once when that happens; null removes it. */
  whenGone(listener: (() => void) | null): void;
  /** A body in the slab, which is given back as soon as it is sent. */
  send(head: ResponseHead, body: SlabBody): void;
  /** Bytes that are ready; null for a response without a body. */
  sendBytes(head: ResponseHead, body: Buffer | null): void;
  /** A body piece by piece. @param over called once, when it is sent or the connection is gone */
  sendLarge(head: ResponseHead, body: LargeBody, over: () => void): void;
}
