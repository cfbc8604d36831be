import type { ResponseHead } from './response-head.js';
import type { SlabBody } from './slab.js';

/** What an exchange reads of its request: Node's own fits. */
export interface RequestHead {
  readonly method?: string | undefined;
  /** The target as sent; bytes beyond ASCII are Latin-1. */
  readonly url?: string | undefined;
  /** By name in small letters. */
  readonly headers: RequestHeaders;
  /** The target as it came; absent where those bytes are gone. */
  readonly targetBytes?: TargetBytes | undefined;
}

/** The bytes from `from` up to `to`. */
export interface TargetBytes {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

export interface RequestHeaders {
  readonly authorization?: string | undefined;
  /** The token in `authorization`, null for none; absent where nobody has looked yet. */
  readonly token?: string | null;
  readonly 'x-request-id'?: string | string[] | undefined;
  readonly 'accept-encoding'?: string | string[] | undefined;
  readonly origin?: string | undefined;
  readonly 'access-control-request-method'?: string | undefined;
}

/** Where the response of one request goes. One of the two `send`s is called once, or none when `isGone`. */
export interface Reply {
  /** Nobody waits for a response any more. */
  readonly isGone: boolean;
  /** Has that told when it happens, once; null: not any more. */
  whenGone(listener: (() => void) | null): void;
  /** A body in the slab, which is given back as soon as it is sent. */
  send(head: ResponseHead, body: SlabBody): void;
  /** Bytes that lie ready; null for a response that has no body. */
  sendBytes(head: ResponseHead, body: Buffer | null): void;
}
