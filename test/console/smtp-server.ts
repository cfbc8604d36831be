import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { PATIENCE_MS } from '../patience.js';

/** A received mail, with its text decoded. */
export interface ReceivedMail {
  from: string;
  to: string;
  subject: string;
  text: string;
}

/** A mail server that keeps what it gets (RFC 5321, as much of it as one client says). */
export class SmtpServer {
  readonly mails: ReceivedMail[] = [];
  /** Answers 451 instead of taking mails. */
  refuses = false;
  /** Takes connections and says nothing. */
  hangs = false;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  static async start(): Promise<SmtpServer> {
    const server = new SmtpServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  private constructor() {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('error', () => undefined);
      if (!this.hangs) this.#talk(socket);
    });
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The next mail to an address, oldest first; waits for it. It is taken out. */
  async next(to: string): Promise<ReceivedMail> {
    const deadline_ms = performance.now() + PATIENCE_MS;
    for (;;) {
      const at = this.mails.findIndex((mail) => mail.to === to);
      if (at >= 0) return this.mails.splice(at, 1)[0];
      if (performance.now() > deadline_ms) throw new Error(`no mail came to ${to}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  close(): void {
    this.#sockets.forEach((socket) => socket.destroy());
    this.#server.close();
  }

  #talk(socket: Socket): void {
    let [from, to, pending, data] = ['', '', '', null as string | null];
    socket.setEncoding('utf8');
    socket.write('220 test\r\n');
    const line = (text: string): void => {
      if (data !== null) {
        if (text !== '.') data += `${text.startsWith('..') ? text.slice(1) : text}\r\n`;
        else {
          this.mails.push(readMail(from, to, data));
          data = null;
          socket.write('250 kept\r\n');
        }
        return;
      }
      const verb = text.slice(0, 4).toUpperCase();
      if (verb === 'MAIL' && this.refuses) return void socket.write('451 not now\r\n');
      if (verb === 'MAIL') from = addressIn(text);
      if (verb === 'RCPT') to = addressIn(text);
      if (verb === 'DATA') data = '';
      if (verb === 'QUIT') return void socket.end('221 bye\r\n');
      socket.write(verb === 'DATA' ? '354 go on\r\n' : '250 fine\r\n');
    };
    socket.on('data', (chunk: string) => {
      pending += chunk;
      for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
        const text = pending.slice(0, end);
        pending = pending.slice(end + 2);
        line(text);
      }
    });
  }
}

/** A server for one test. */
export async function useSmtp(): Promise<SmtpServer> {
  const server = await SmtpServer.start();
  onTestFinished(() => server.close());
  return server;
}

/** The token in the link of a mail. */
export function tokenIn({ text }: ReceivedMail): string {
  const match = /https?:\/\/\S+#(\S+)/.exec(text);
  if (match === null) throw new Error(`there is no link in: ${text}`);
  return match[1];
}

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? '';
}

function readMail(from: string, to: string, data: string): ReceivedMail {
  const at = data.indexOf('\r\n\r\n');
  const head = data.slice(0, at).replace(/\r\n[ \t]+/g, ' ');
  const header = (name: string): string => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1].trim() ?? '';
  const encoding = header('Content-Transfer-Encoding').toLowerCase();
  return { from, to, subject: decodeWords(header('Subject')), text: decode(data.slice(at + 4), encoding) };
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** RFC 2047. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('latin1')
        : word
            .replaceAll('_', ' ')
            .replace(/=([0-9A-F]{2})/gi, (__, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    )
    .replace(/[\u0080-\u00ff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString());
}
