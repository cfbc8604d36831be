import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';
import type { Answer } from './ask.js';

/** Bytes over a bare socket, which no HTTP client would send. */

/**
 * Sends the pieces one after the other. Collects what comes back until the server closes, or until it
 * has sent nothing for `quiet_ms` after its first answer.
 */
export function exchangeBytes(
  port: number,
  pieces: (string | Buffer)[],
  options: { quiet_ms?: number; end?: boolean } = {},
): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket: Socket = connect({ host: '127.0.0.1', port });
    let quiet: NodeJS.Timeout | undefined;
    const done = (): void => {
      clearTimeout(quiet);
      socket.destroy();
      resolve(Buffer.concat(chunks));
    };
    socket.setNoDelay(true);
    socket.on('connect', () => {
      for (const piece of pieces) socket.write(piece);
      if (options.end === true) socket.end();
    });
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (options.quiet_ms === undefined) return;
      clearTimeout(quiet);
      quiet = setTimeout(done, options.quiet_ms);
    });
    socket.on('end', done);
    socket.on('close', done);
    socket.on('error', done);
  });
}

/** The responses in what a server sent. Fails when something is not a whole response. */
export function parseResponses(bytes: Buffer): Answer[] {
  const answers: Answer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf('\r\n\r\n', at);
    // All of the rest is put into words only when something is wrong with it.
    if (end <= 0) expect.fail(`no response in ${bytes.toString('latin1', at)}`);
    const [statusLine, ...lines] = bytes.toString('latin1', at, end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    );
    const length = status === 100 || status === 204 ? 0 : Number(headers['content-length']);
    expect(Number.isInteger(length), statusLine).toBe(true);
    if (end + 4 + length > bytes.length)
      expect.fail(`a response cut off after ${bytes.length - end - 4} of ${length} bytes`);
    const text = bytes.toString('utf8', end + 4, end + 4 + length);
    answers.push({ status, headers, text, body: text.startsWith('{') ? JSON.parse(text) : undefined });
    at = end + 4 + length;
  }
  return answers;
}
