import { expect } from 'vitest';

/**
 * Compares typed arrays by their bytes first. Vitest alone looks at each element as a property, which takes
 * seconds for a dataset. What differs in a byte is still compared its way, which also says where.
 */
function areSameBytes(one: unknown, other: unknown): boolean | undefined {
  if (!ArrayBuffer.isView(one) || !ArrayBuffer.isView(other)) return undefined;
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return undefined;
  const [bytes, others] = [one, other].map((view) =>
    Buffer.from(view.buffer, view.byteOffset, view.byteLength),
  );
  return bytes.equals(others) ? true : undefined;
}

// Vitest runs this before each file, and the files of a process share their `expect`.
const ADDED = Symbol.for('gazarch.test.equal-bytes');
const shared = globalThis as { [ADDED]?: true };
if (shared[ADDED] === undefined) {
  shared[ADDED] = true;
  expect.addEqualityTesters([areSameBytes]);
}
