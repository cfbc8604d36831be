import { expect, it } from 'vitest';
import { traceIdOf } from '../../src/wire/trace-parent.js';

const [TRACE, PARENT] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];

it.each([
  `00-${TRACE}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}-00`,
  // A later version may say more behind.
  `cc-${TRACE}-${PARENT}-01-what-the-future-brings`,
  `01-${TRACE}-${PARENT}-01`,
])('takes %s', (header) => {
  expect(traceIdOf(header)).toBe(TRACE);
});

it.each([
  undefined,
  '',
  TRACE,
  `00-${TRACE}-${PARENT}`,
  `00-${TRACE}-${PARENT}-01-more`,
  `00-${TRACE}-${PARENT}-1`,
  `00-${TRACE}-${PARENT}-011`,
  `01-${TRACE}-${PARENT}-01more`,
  `ff-${TRACE}-${PARENT}-01`,
  `00-${'0'.repeat(32)}-${PARENT}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${PARENT}-01`,
  `00-${TRACE.slice(1)}-${PARENT}-01`,
  `00-${TRACE}","x":"${PARENT}-01`,
  ` 00-${TRACE}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`,
  [`00-${TRACE}-${PARENT}-01`],
])('ignores %j', (header) => {
  expect(traceIdOf(header)).toBeNull();
});
