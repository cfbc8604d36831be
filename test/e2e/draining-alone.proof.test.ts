// The same tests with a single process.
process.env['GAZARCH_TEST_ALONE'] = '1';
await import('./draining.slow.test.js');
export {};
