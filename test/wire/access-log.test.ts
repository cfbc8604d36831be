import { expect, it } from 'vitest';
import { AccessLog } from '../../src/wire/access-log.js';
import { RequestId } from '../../src/wire/request-id.js';
import { requestLine } from '../../src/wire/request-line.js';
import { seededRandom } from '../seeded-random.js';

it('writes lines that came close together in one piece, soon', async () => {
  const pieces: string[] = [];
  const log = new AccessLog({ write: (lines) => pieces.push(lines) });
  log.add('one');
  log.add('two');
  expect(pieces).toEqual([]);
  await expect.poll(() => pieces).toEqual(['one\ntwo\n']);
  log.add('three');
  await expect.poll(() => pieces).toEqual(['one\ntwo\n', 'three\n']);
});

it('does not let lines pile up, and loses none at the end', () => {
  const pieces: string[] = [];
  const log = new AccessLog({ write: (lines) => pieces.push(lines) });
  for (let i = 0; i < 1000; i++) log.add(`${i} ${'x'.repeat(100)}`);
  expect(pieces.length).toBeGreaterThan(2);
  log.flush();
  log.flush();
  expect(
    pieces
      .join('')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => Number(line.split(' ')[0])),
  ).toEqual(Array.from({ length: 1000 }, (_, i) => i));
});

it('writes a line that is longer than a piece, in its order', () => {
  const pieces: string[] = [];
  const log = new AccessLog({ write: (lines) => pieces.push(lines) });
  for (const line of ['before', 'x'.repeat(32_767), 'x'.repeat(32_768), 'x'.repeat(100_000), 'after'])
    log.add(line);
  log.flush();
  expect(
    pieces
      .join('')
      .split('\n')
      .map((line) => line.length),
  ).toEqual([6, 32_767, 32_768, 100_000, 5, 0]);
});

it('makes a line that is JSON whatever the path holds', () => {
  const url = '/"\\\n\u2028\xff?secret';
  const line = requestLine(
    { requestId: RequestId.of('r'), keyId: 'a"b', startedAt_ms: 5, req: { method: 'GET', url } },
    200,
    1235,
  );
  expect(line).not.toContain('\n');
  expect(JSON.parse(line)).toEqual({
    level: 30,
    time: 5,
    request_id: 'r',
    key_id: 'a"b',
    method: 'GET',
    path: '/"\\\n\u2028\xff',
    status: 200,
    duration_us: 1235,
    msg: 'request',
  });
});

it('writes the line of a request in bytes as it reads as text', async () => {
  const random = seededRandom(7);
  const pieces: string[] = [];
  const log = new AccessLog({ write: (lines) => pieces.push(lines) });
  const wanted: string[] = [];
  const oneOf = <T>(...values: T[]): T => values[Math.floor(random() * values.length)];
  for (let i = 0; i < 3_000; i++) {
    const url =
      oneOf('/v1/geocode', '/v1/route', '/v1/geo', '/x"y', `/${'z'.repeat(300)}`, '') +
      oneOf('', '?q=secret', '?');
    const request = {
      requestId: RequestId.of(oneOf('r', 'a'.repeat(128), `x-${i}`, undefined)),
      keyId: oneOf<string | null>(null, 'key', 'a"b', `k${i % 50}`, 'y'.repeat(2_000)),
      startedAt_ms: Math.floor(random() * 3) + oneOf(0, 1_795_300_000_000),
      req: { method: oneOf('GET', 'POST', undefined), url: oneOf(url, undefined) },
    };
    const [status, duration_ms] = [oneOf(200, 404, 503), oneOf(0, random(), random() * 1e5, 3e7)];
    log.addRequest(request, status, duration_ms);
    wanted.push(requestLine(request, status, Math.round(duration_ms * 1000)));
  }
  log.flush();
  expect(pieces.join('').split('\n')).toEqual([...wanted, '']);
  expect(pieces.length).toBeGreaterThan(10);
  expect(wanted.join('')).not.toContain('secret');
});
