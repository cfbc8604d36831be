import type { WindowState } from '../limits/window-counter.js';
import type { HttpSettings } from './settings.js';

/** Headers as Node takes them without building an object: name, value, name, value. */
export type HeaderList = string[];

export const JSON_TYPE = 'application/json; charset=utf-8';

const EXPOSED = 'X-Request-ID, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After';

export interface ResponseHead {
  contentType: string;
  contentLength: number;
  requestId: string;
  window: WindowState;
  cacheControl: string;
}

/** The headers that every response has, whoever writes it; in one piece, as this is on the path of every request. */
export function headerList({ contentType, contentLength, requestId, window, cacheControl }: ResponseHead, settings: HttpSettings): HeaderList {
  return [
    'Content-Type',
    contentType,
    'Content-Length',
    String(contentLength),
    'X-Request-ID',
    requestId,
    'X-RateLimit-Limit',
    String(window.limit),
    'X-RateLimit-Remaining',
    String(window.remaining),
    'X-RateLimit-Reset',
    String(window.resetAt_s),
    'Cache-Control',
    cacheControl,
    'X-Content-Type-Options',
    'nosniff',
    'Access-Control-Allow-Origin',
    settings.corsOrigin,
    'Access-Control-Expose-Headers',
    EXPOSED,
  ];
}

/** As `headerList`, for a response that has no body by its status: without the first two headers. */
export function headerListWithoutBody(head: Omit<ResponseHead, 'contentType' | 'contentLength'>, settings: HttpSettings): HeaderList {
  return headerList({ ...head, contentType: '', contentLength: 0 }, settings).slice(4);
}
