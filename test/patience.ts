/**
 * How long a test waits for what must come, before it says that it did not come. A machine with much other
 * work is ten times slower than an idle one, and a test that fails for that says nothing.
 */
export const PATIENCE_MS = 240_000;
