import { createConnection, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../seeded-random.js';
import { Client, expectCommonHeaders, pathOf, type Answer, type ErrorBody } from './ask.js';
import { exchangeBytes, parseResponses } from './raw.js';

/**
 * Whatever is sent, there is never a 5xx, a hang, an error outside the envelope, or a crash. The input
 * is seeded, so that a failure can be repeated: GAZARCH_FUZZ_SEED sets the seed, GAZARCH_FUZZ_ROUNDS
 * multiplies the number of inputs.
 */
const SEED = Number(process.env['GAZARCH_FUZZ_SEED'] ?? 20_260);
const ROUNDS = Number(process.env['GAZARCH_FUZZ_ROUNDS'] ?? 1);

let client: Client;
let crashes: unknown[] = [];
const onCrash = (error: unknown): void => void crashes.push(error);

beforeAll(async () => {
  client = await Client.start({ headersTimeout_ms: 2000, receiveTimeout_ms: 2000 });
  // Echoes the query, so that odd text is written into answers as well.
  client.server.geocoder.onSearch = ({ text, limit }) =>
    Array.from({ length: limit }, (_, i) => ({
      id: `${i}`,
      name: text,
      address: text,
      latitude: 47.9,
      longitude: 106.9,
      type: 'place',
    }));
  process.on('uncaughtException', onCrash);
  process.on('unhandledRejection', onCrash);
});
afterAll(async () => {
  process.off('uncaughtException', onCrash);
  process.off('unhandledRejection', onCrash);
  expect(crashes).toEqual([]);
  crashes = [];
  await client.stop();
});

class Random {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = seededRandom(seed);
  }

  /** 0 <= value < 1 */
  next(): number {
    return this.#next();
  }

  /** A whole number, 0 <= value < end. */
  below(end: number): number {
    return Math.floor(this.#next() * end);
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)];
  }

  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)));
  }
}

/** Statuses that a mistake of the client may lead to. */
const EXPECTED = [200, 204, 400, 401, 403, 404, 405, 408, 413];

/** @param target what was asked for, or null when that is not known */
function expectDecent(answer: Answer, target: string | null, what: string): void {
  if (!EXPECTED.includes(answer.status)) expect.fail(`${answer.status} ${answer.text} to ${what}`);
  expectCommonHeaders(answer);
  if (answer.status >= 400 && answer.text !== '') {
    client.check.expectMatches('#/components/schemas/ErrorResponse', answer.body);
    if ((answer.body as ErrorBody).error.request_id !== answer.headers['x-request-id'])
      expect.fail(`another request id: ${what}`);
  } else if (answer.text.startsWith('{') && target !== null) {
    client.check.expectValid(decodeURI(pathOf(target)), answer.status, answer.body);
  }
}

const NUMBERS = [
  '0',
  '-0',
  '47.9',
  '106.9',
  '90',
  '90.1',
  '180',
  '-180.5',
  '1e3',
  '1e999',
  '-1e-999',
  'NaN',
  'Infinity',
  '0x1F',
  '',
  '+',
  '.',
  '1.',
  '.5',
  '1_0',
  '٣',
  '00',
  '1,2',
  '1 2',
  '5',
  '20',
  '21',
];

function randomNumber(random: Random): string {
  switch (random.below(4)) {
    case 0:
      return random.pick(NUMBERS);
    case 1:
      return String((random.next() - 0.5) * 10 ** random.below(20));
    case 2:
      return (random.next() * 360 - 180).toFixed(random.below(20));
    default:
      return String.fromCharCode(
        ...Array.from({ length: random.below(8) }, () => random.pick([...'0123456789+-.eE, xX'])).map((c) =>
          c.charCodeAt(0),
        ),
      );
  }
}

/**
 * Text from any plane of Unicode: Cyrillic, Latin, marks, emoji, controls. No unpaired surrogates, which
 * have no UTF-8.
 */
function randomText(random: Random): string {
  const ranges = [
    [0x20, 0x7e],
    [0x400, 0x45f],
    [0x300, 0x36f],
    [0x1f300, 0x1f6ff],
    [0, 0x1f],
    [0x1800, 0x18aa],
    [0x2000, 0x206f],
    [0xe000, 0xffff],
    [0x10000, 0x10ffff],
  ];
  return Array.from({ length: random.below(random.chance(0.1) ? 400 : 30) }, () => {
    const [from, to] = random.pick(ranges);
    return String.fromCodePoint(from + random.below(to - from + 1));
  }).join('');
}

function randomValue(random: Random): string {
  switch (random.below(6)) {
    case 0:
      return encodeURIComponent(randomNumber(random));
    case 1:
      return encodeURIComponent(`${randomNumber(random)},${randomNumber(random)}`);
    case 2:
      return encodeURIComponent(randomText(random));
    case 3:
      return [...random.bytes(random.below(40))]
        .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
        .join('');
    case 4:
      return random.pick([
        'driving',
        'walking',
        'ulaanbaatar',
        '106.9,47.9',
        '106.91,47.92',
        '5',
        '%',
        '%2',
        '%zz',
        '%00',
        '+',
        '=',
        '#',
        '?',
        ';',
      ]);
    default:
      return randomNumber(random).replace(/[^\x21-\x7e]/g, '%20');
  }
}

const PATHS = [
  '/v1/geocode',
  '/v1/route',
  '/health',
  '/health/ready',
  '/openapi.json',
  '/docs',
  '/v1',
  '/',
  '/nothing',
  '/v1/geocode/',
  '//v1/route',
  '/%761/geocode',
];
const NAMES = [
  'q',
  'limit',
  'lat',
  'lon',
  'origin',
  'destination',
  'mode',
  'q',
  'lat',
  'lon',
  'origin',
  'destination',
  'Q',
  '',
  '__proto__',
  'constructor',
  '%71',
  'x',
];

function randomTarget(random: Random): string {
  const path = random.chance(0.8) ? random.pick(['/v1/geocode', '/v1/route']) : random.pick(PATHS);
  const pairs = Array.from(
    { length: random.below(5) },
    () => `${random.pick(NAMES)}${random.chance(0.95) ? '=' : ''}${randomValue(random)}`,
  );
  return `${path}?${pairs.join(random.chance(0.95) ? '&' : random.pick(['&&', ';', '#', '?']))}`;
}

/** Valid requests, which are then changed a little. */
const VALID = [
  '/v1/geocode?q=ulaanbaatar&limit=5',
  '/v1/geocode?q=%D0%A1%D2%AF%D1%85%D0%B1%D0%B0%D0%B0%D1%82%D0%B0%D1%80',
  '/v1/geocode?lat=47.918&lon=106.917',
  '/v1/route?origin=106.9,47.9&destination=106.91,47.92',
  '/v1/route?origin=106.9,47.9&destination=106.91,47.92&mode=walking',
];

function mutate(random: Random, text: string): string {
  let bent = text;
  for (let i = random.below(4); i >= 0; i--) {
    const at = 1 + random.below(bent.length - 1);
    const piece = random.pick([
      '',
      '',
      '&',
      '=',
      '%',
      '%ff',
      '%00',
      '+',
      ',',
      '-',
      '.',
      'e',
      '9',
      '0',
      'a',
      '/',
      '?',
      '#',
      '&q=1',
      '&lat=1',
      String.fromCharCode(33 + random.below(94)),
    ]);
    bent = bent.slice(0, at) + piece + bent.slice(at + random.below(3));
  }
  return bent;
}

function randomHeaders(random: Random): string {
  const authorization = random.chance(0.8)
    ? 'Authorization: Bearer geo_good\r\n'
    : random.pick([
        '',
        `Authorization: ${random.pick([
          'Bearer',
          'Bearer x',
          'Basic geo_good',
          `Bearer ${'x'.repeat(random.below(3000))}`,
        ])}\r\n`,
      ]);
  const extra = random.chance(0.1)
    ? `X-Request-ID: ${random
        .bytes(random.below(20))
        .toString('latin1')
        .replace(/[^\x20-\x7e\x80-\xff]/g, '')}\r\n`
    : '';
  return `Host: x\r\n${authorization}${extra}`;
}

interface Case {
  method: string;
  target: string;
  bytes: Buffer;
}

function requestOf(random: Random, target: string): Case {
  const method = random.chance(0.85)
    ? 'GET'
    : random.pick(['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'PROPFIND', 'TRACE']);
  const body =
    method === 'GET' || random.chance(0.5) ? '' : 'x'.repeat(random.pick([1, 100, 16_384, 16_385, 30_000]));
  const length = body === '' ? '' : `Content-Length: ${body.length}\r\n`;
  return {
    method,
    target,
    bytes: Buffer.from(
      `${method} ${target} HTTP/1.1\r\n${randomHeaders(random)}${length}\r\n${body}`,
      'latin1',
    ),
  };
}

/** Sends well-formed requests over several connections at once, one after the other on each. */
async function sendAll(cases: Case[], connections: number): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    let socket: Kept | null = null;
    while (next < cases.length) {
      const one = cases[next++];
      socket ??= await Kept.open(client.server.port);
      const answer = await socket.ask(one);
      expectDecent(answer, one.target, `seed ${SEED}: ${one.bytes.toString('latin1').slice(0, 600)}`);
      if (answer.headers['connection'] === 'close') socket = null;
    }
    socket?.close();
  };
  await Promise.all(Array.from({ length: connections }, work));
}

/** A connection that is kept alive. It reads one response for each request. */
class Kept {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #wake: () => void = () => undefined;
  #isClosed = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#isClosed = true;
      this.#wake();
    });
  }

  static open(port: number): Promise<Kept> {
    return new Promise((resolve, reject) => {
      const socket = createConnection({ host: '127.0.0.1', port, noDelay: true }, () =>
        resolve(new Kept(socket)),
      );
      socket.once('error', reject);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  async ask({ method, bytes }: Case): Promise<Answer> {
    this.#socket.write(bytes);
    for (;;) {
      const head = this.#received.indexOf('\r\n\r\n');
      if (head >= 0) {
        const hasNoBody = method === 'HEAD' || this.#received.toString('latin1', 9, 12) === '204';
        const length = hasNoBody
          ? 0
          : Number(/\r\ncontent-length: (\d+)\r\n/i.exec(this.#received.toString('latin1', 0, head + 2))![1]);
        if (this.#received.length >= head + 4 + length) {
          const [answer] = hasNoBody
            ? [headOnly(this.#received.subarray(0, head + 4))]
            : parseResponses(this.#received.subarray(0, head + 4 + length));
          this.#received = this.#received.subarray(head + 4 + length);
          return answer;
        }
      }
      if (this.#isClosed)
        expect.fail(`closed without an answer, seed ${SEED}: ${bytes.toString('latin1').slice(0, 600)}`);
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

function headOnly(bytes: Buffer): Answer {
  const text = bytes.toString('latin1').replace(/\r\ncontent-length: \d+/i, '\r\ncontent-length: 0');
  return parseResponses(Buffer.from(text, 'latin1'))[0];
}

describe(`seed ${SEED}`, () => {
  it('random parameters', async () => {
    const random = new Random(SEED);
    await sendAll(
      Array.from({ length: 4000 * ROUNDS }, () => requestOf(random, randomTarget(random))),
      16,
    );
  });

  it('mutated valid requests', async () => {
    const random = new Random(SEED + 1);
    const targets = Array.from({ length: 4000 * ROUNDS }, () => mutate(random, random.pick(VALID)));
    await sendAll(
      targets.map((target) => requestOf(random, target)),
      16,
    );
  });

  it('random text in q comes back as it was understood', async () => {
    const random = new Random(SEED + 2);
    for (let i = 0; i < 500 * ROUNDS; i++) {
      const text = randomText(random);
      const answer = await client.ask(`/v1/geocode?limit=1&q=${encodeURIComponent(text)}`);
      const understood = text.normalize('NFC').replace(/\s+/gu, ' ').replace(/^ | $/g, '');
      if (answer.status === 200)
        expect(answer.body, `seed ${SEED}`).toMatchObject({
          query: understood,
          results: [{ name: understood, address: understood }],
        });
      else
        expect(
          [...understood].length < 2 ||
            [...understood].length > 200 ||
            (understood.match(/[\p{L}\p{N}]/gu) ?? []).length < 2,
          `${JSON.stringify(text)}, seed ${SEED}`,
        ).toBe(true);
    }
  });

  it('random bytes, and requests with random bytes in them', async () => {
    const random = new Random(SEED + 3);
    const one = async (): Promise<void> => {
      let bytes: Buffer = random.bytes(random.below(300));
      if (random.chance(0.7)) {
        bytes = Buffer.concat(
          Array.from({ length: 1 + random.below(3) }, () => requestOf(random, random.pick(VALID)).bytes),
        );
        for (let i = random.below(6); i >= 0; i--) bytes[random.below(bytes.length)] = random.below(256);
        if (random.chance(0.3)) bytes = bytes.subarray(0, random.below(bytes.length));
      }
      const received = await exchangeBytes(client.server.port, [bytes], { end: true });
      const what = `seed ${SEED}: ${bytes.toString('hex').slice(0, 2000)}`;
      // A HEAD among the requests makes lengths ambiguous; its responses are covered above.
      if (bytes.includes('HEAD ')) return;
      for (const answer of parseResponses(received))
        if (answer.status !== 100) expectDecent(answer, null, what);
    };
    for (let i = 0; i < 2000 * ROUNDS; i += 20) await Promise.all(Array.from({ length: 20 }, one));
  });

  it('serves as before afterwards', async () => {
    expect((await client.ask('/v1/geocode?q=ulaanbaatar')).status).toBe(200);
    expect(crashes).toEqual([]);
    expect(client.server.errors).toEqual([]);
    await expect.poll(() => connectionCount()).toBeLessThanOrEqual(2);
  });
});

function connectionCount(): Promise<number> {
  return new Promise((resolve) => client.server.app.server.getConnections((_error, count) => resolve(count)));
}
