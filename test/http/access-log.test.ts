import { expect, it } from 'vitest';
import { AccessLog } from '../../src/http/access-log.js';
import { requestLine } from '../../src/http/request-line.js';

it('writes the lines of one turn in one piece', async () => {
  const pieces: string[] = [];
  const log = new AccessLog({ write: (lines) => pieces.push(lines) });
  log.add('one');
  log.add('two');
  expect(pieces).toEqual([]);
  await new Promise((resolve) => setImmediate(resolve));
  log.add('three');
  await new Promise((resolve) => setImmediate(resolve));
  expect(pieces).toEqual(['one\ntwo\n', 'three\n']);
});

it('does not let lines pile up within a turn, and loses none at the end', async () => {
  const pieces: string[] = [];
  const log = new AccessLog({ write: (lines) => pieces.push(lines) });
  for (let i = 0; i < 1000; i++) log.add(`${i} ${'x'.repeat(100)}`);
  expect(pieces.length).toBeGreaterThan(3);
  log.flush();
  log.flush();
  expect(pieces.join('').split('\n').filter((line) => line !== '').map((line) => Number(line.split(' ')[0]))).toEqual(Array.from({ length: 1000 }, (_, i) => i));
  const count = pieces.length;
  await new Promise((resolve) => setImmediate(resolve));
  expect(pieces.length).toBe(count);
});

it('makes a line that is JSON whatever the path holds', () => {
  const url = '/"\\\n\u2028\xff?secret';
  const line = requestLine({ requestId: 'r', keyId: 'a"b', startedAt_ms: 5, req: { method: 'GET', url } }, 200, 1.2345);
  expect(line).not.toContain('\n');
  expect(JSON.parse(line)).toEqual({
    level: 30, time: 5, request_id: 'r', key_id: 'a"b', method: 'GET', path: '/"\\\n\u2028\xff', status: 200, duration_us: 1235, msg: 'request',
  });
});
