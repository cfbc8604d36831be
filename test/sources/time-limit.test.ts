import { expect, it } from 'vitest';
import { TimeLimit } from '../../src/sources/upstream/time-limit.js';
import { PATIENCE_MS } from '../patience.js';

it('ends after its time', async () => {
  const { signal } = new TimeLimit(5, new AbortController().signal);
  await expect.poll(() => signal.aborted, { timeout: PATIENCE_MS }).toBe(true);
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
});

it('ends with the signal that it is given, also with one that has ended', () => {
  const outer = new AbortController();
  const [limit, over] = [new TimeLimit(PATIENCE_MS, outer.signal), new TimeLimit(PATIENCE_MS, outer.signal)];
  over.end();
  outer.abort(new Error('gone'));
  expect(limit.signal.reason).toMatchObject({ message: 'gone' });
  expect(over.signal.aborted).toBe(false);
  const late = new TimeLimit(PATIENCE_MS, outer.signal);
  expect(late.signal.reason).toMatchObject({ message: 'gone' });
  limit.end();
  late.end();
});
