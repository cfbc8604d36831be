import type { IncomingMessage } from 'node:http';
import { OperatingError } from '../../errors.js';
import type { Exchange } from './exchange.js';
import { LINGER_MS } from './settings.js';

/** Whether the request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
}

/** The length that the request declares is over the limit. */
function isDeclaredTooLarge(req: IncomingMessage, limit_bytes: number): boolean {
  return Number(req.headers['content-length'] ?? 0) > limit_bytes;
}

/**
 * No endpoint reads a body, but a small one is harmless: it is read away, and then the request goes on. A
 * body that is declared or turns out larger than the limit ends in a 413.
 */
export function passBody(exchange: Exchange, req: IncomingMessage, proceed: () => void): void {
  const { bodyLimit_bytes } = exchange.app.settings;
  if (isDeclaredTooLarge(req, bodyLimit_bytes)) {
    refuseBody(exchange, req);
    return;
  }
  let length = 0;
  req.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > bodyLimit_bytes) refuseBody(exchange, req);
  });
  req.on('end', () => {
    if (!exchange.isOver) proceed();
  });
  req.on('error', () => exchange.abandon());
}

/**
 * Answers at once, while the client may still be sending. Node then reads the rest away, so that the client
 * gets to read the answer. A client that does not come to an end soon is cut off.
 */
function refuseBody(exchange: Exchange, req: IncomingMessage): void {
  if (exchange.isOver) return;
  const limit = exchange.app.settings.bodyLimit_bytes;
  exchange.fail(
    new OperatingError('INVALID_REQUEST', `The body is larger than ${limit} bytes.`, {
      status: 413,
      details: { reason: 'body_too_large' },
    }),
  );
  if (req.complete) return;
  const cut = setTimeout(() => req.socket.destroy(), LINGER_MS);
  req.once('close', () => clearTimeout(cut));
}
