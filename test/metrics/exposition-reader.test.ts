import { expect, it } from 'vitest';
import { readExposition, valueOf } from './exposition-reader.js';

const GOOD = `# HELP a_total Things.
# TYPE a_total counter
a_total{x="1",y="a\\"b\\\\\\n"} 3

# HELP h_seconds Time.
# TYPE h_seconds histogram
h_seconds_bucket{le="0.1"} 1
h_seconds_bucket{le="+Inf"} 2
h_seconds_sum 1.5e-3
h_seconds_count 2
`;

it('reads what is allowed', () => {
  const families = readExposition(GOOD);
  expect([...families.keys()]).toEqual(['a_total', 'h_seconds']);
  expect(valueOf(families, 'a_total', { y: 'a"b\\\n' })).toBe(3);
  expect(valueOf(families, 'h_seconds_sum')).toBe(0.0015);
});

it.each([
  ['a value that is no number', '} 3\n', '} three\n'],
  ['the spelling Nan', '} 3\n', '} Nan\n'],
  ['a label without quotes', 'x="1"', 'x=1'],
  ['a label twice', 'x="1"', 'x="1",x="2"'],
  ['a raw line end in a label', '\\n"', '\n"'],
  ['a counter below 0', '} 3\n', '} -3\n'],
  ['a counter without _total', 'a_total', 'a_things'],
  ['an unknown type', 'a_total counter', 'a_total number'],
  ['no type', '# TYPE a_total counter\n', ''],
  ['a sample of another family', 'h_seconds_sum', 'g_seconds_sum'],
  ['buckets that fall', '{le="0.1"} 1', '{le="0.1"} 3'],
  ['a count that is not that of the buckets', 'count 2', 'count 3'],
  ['no bucket for all', '+Inf', '7'],
  ['a series twice', 'h_seconds_sum 1.5e-3\n', 'h_seconds_sum 1\nh_seconds_sum 1\n'],
])('refuses %s', (_, from, to) => {
  const bad = GOOD.replaceAll(from, to);
  expect(bad).not.toBe(GOOD);
  expect(() => readExposition(bad)).toThrow();
});
