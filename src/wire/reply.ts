import type { LargeBody } from './large-body.js';
import type { ResponseHead } from './response-head.js';
import type { SlabBody } from './slab.js';

/**
 * The parts of a request that are known before it is answered, whether our parser or Node read the request.
 */
export interface RequestHead {
  readonly method?: string | undefined;
  /** The request target as it was sent; non-ASCII bytes are represented as Latin-1 characters. */
  readonly url?: string | undefined;
  /** Headers by lower-case name. */
  readonly headers: RequestHeaders;
}

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Returns the value of a header, or undefined if the header is absent or was repeated and has no single
 * value.
 */
export function headerOf({ headers }: RequestHead, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/**
 * Sends the response to a request. At most one of the `send` methods may be called, and none of them if
 * `isGone` is true.
 */
export interface Reply {
  /** Whether the client has disconnected. */
  readonly isGone: boolean;
  /** The IP address of the client; undefined after the connection has ended. */
  readonly remoteAddress: string | undefined;
  /** Sets the listener to call once when the client disconnects; null removes it. */
  whenGone(listener: (() => void) | null): void;
  /** Sends a body from the slab, to which it is returned as soon as it has been sent. */
  send(head: ResponseHead, body: SlabBody): void;
  /** Sends bytes that are ready, or a response without a body if null. */
  sendBytes(head: ResponseHead, body: Buffer | null): void;
  /**
   * Sends a body piece by piece. @param over called once, when the body has been sent or the connection is
   * gone
   */
  sendLarge(head: ResponseHead, body: LargeBody, over: () => void): void;
}
