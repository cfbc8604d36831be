import type { LargeBody } from './large-body.js';
import type { ResponseHead } from './response-head.js';
import type { SlabBody } from './slab.js';

/** The parts of a request that are known before the response, whether we or Node read the request. */
export interface RequestHead {
  readonly method?: string | undefined;
  /** The request target as sent; bytes beyond ASCII are Latin-1 characters. */
  readonly url?: string | undefined;
  /** Headers by lower-case name. */
  readonly headers: RequestHeaders;
}

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Returns one header; undefined if it is absent, or was repeated and has no single value. */
export function headerOf({ headers }: RequestHead, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Sends the response to a request. At most one of the `send` methods is called, and none if `isGone`. */
export interface Reply {
  /** Whether the client has disconnected. */
  readonly isGone: boolean;
  /** The peer's address; undefined after the connection has ended. */
  readonly remoteAddress: string | undefined;
  /** Sets the listener to call once when the client disconnects; null removes it. */
  whenGone(listener: (() => void) | null): void;
  /** Sends a body from the slab, which is returned to the slab as soon as it is sent. */
  send(head: ResponseHead, body: SlabBody): void;
  /** Sends bytes that are ready; null for a response without a body. */
  sendBytes(head: ResponseHead, body: Buffer | null): void;
  /** Sends a body piece by piece. @param over called once, when the body is sent or the connection is gone */
  sendLarge(head: ResponseHead, body: LargeBody, over: () => void): void;
}
