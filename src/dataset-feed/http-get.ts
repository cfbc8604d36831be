import { maskUrl, splitCredentials } from '../masked-url.js';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { TLSSocket } from 'node:tls';
import { ServerAwayError } from './feed-error.js';
import { REDIRECTS_MAX, type FeedLimits } from './feed-limits.js';

/**
 * Sends GET requests through node:http. `fetch` would unpack a `.gz` file that the server marks as
 * compressed, and offers no control over redirects and the connection timeout.
 */

export interface GetOptions {
  headers?: Readonly<Record<string, string>>;
  limits: FeedLimits;
  signal: AbortSignal;
  /** Called with the time when the server's certificate expires, in Unix milliseconds. */
  onCertificate?: (end_ms: number) => void;
  /** Called with the server's own time, in Unix milliseconds. */
  onDate?: (at_ms: number) => void;
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** Maps system error codes to readable reasons. Other errors already have a readable message. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection broke off',
  EPIPE: 'the connection broke off',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the host name cannot be looked up',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  ETIMEDOUT: 'it does not answer',
};

/**
 * Requests a URL and follows a few redirects that keep the scheme. The password is sent only to the host that
 * it belongs to.
 * @returns the response before its body. The caller must read or destroy the response.
 * @throws ServerAwayError whose message names the host and the fault, without the password
 */
export async function httpGet(url: URL, options: GetOptions): Promise<IncomingMessage> {
  let at = url;
  for (let redirects = 0; ; redirects++) {
    const answer = await getOnce(at, url, options);
    if (!REDIRECTS.includes(answer.statusCode!)) return answer;
    answer.destroy();
    if (redirects === REDIRECTS_MAX)
      throw new ServerAwayError(`${maskUrl(url)} redirects more than ${REDIRECTS_MAX} times`);
    at = redirectTarget(at, answer.headers.location);
  }
}

/** @throws ServerAwayError if a redirect has no target, or changes the scheme */
export function redirectTarget(from: URL, location: string | undefined): URL {
  if (location === undefined || !URL.canParse(location, from.href))
    throw new ServerAwayError(`${maskUrl(from)} redirects without a URL`);
  const to = new URL(location, from);
  if (to.protocol !== from.protocol)
    throw new ServerAwayError(
      `${maskUrl(from)} redirects to ${maskUrl(to)}: a redirect from ${from.protocol} to ` +
        `${to.protocol} is not followed`,
    );
  return to;
}

/** Explains in plain language why a connection failed. */
export function networkReason(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  return (code === undefined ? undefined : REASONS[code]) ?? (message || code || 'it does not answer');
}

/** @param first the URL with the password, which is sent only to the URL's own host */
function getOnce(
  url: URL,
  first: URL,
  { headers, limits, signal, onCertificate, onDate }: GetOptions,
): Promise<IncomingMessage> {
  const options: RequestOptions = {
    // Each request uses its own connection, because the server would close an idle connection before the next
    // request.
    agent: false,
    signal,
    headers: {
      ...headers,
      'accept-encoding': 'identity',
      'user-agent': 'gazarch',
      ...(url.origin === first.origin ? splitCredentials(first).headers : {}),
    },
  };
  const { bare } = splitCredentials(url);
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(bare, options);
    const giveUp = (): void => void request.destroy(new Error('it does not answer'));
    let timer = setTimeout(giveUp, limits.connect_ms);
    request.once('socket', (socket) => {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        clearTimeout(timer);
        timer = setTimeout(giveUp, limits.answer_ms);
        if (socket instanceof TLSSocket) onCertificate?.(Date.parse(socket.getPeerCertificate().valid_to));
      });
    });
    request.once('response', (answer) => {
      clearTimeout(timer);
      if (answer.headers.date !== undefined) onDate?.(Date.parse(answer.headers.date));
      resolve(answer);
    });
    request.on('error', (cause) => {
      clearTimeout(timer);
      reject(new ServerAwayError(`cannot reach ${url.host}: ${networkReason(cause)}`, { cause }));
    });
    request.end();
  });
}
