import type { WindowState } from '../limits/window-counter.js';
import type { HttpSettings } from './settings.js';

/** Headers as Node takes them without building an object: name, value, name, value. */
export type HeaderList = string[];

export const JSON_TYPE = 'application/json; charset=utf-8';

const EXPOSED = 'X-Request-ID, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After';

export interface ResponseHead {
  requestId: string;
  window: WindowState;
  cacheControl: string;
}

/** The headers that every response has, whoever writes it. */
export function headerList({ requestId, window, cacheControl }: ResponseHead, settings: HttpSettings): HeaderList {
  return [
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
