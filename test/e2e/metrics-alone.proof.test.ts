// The same tests with a single process.
process.env['GAZARCH_TEST_ALONE'] = '1';
await import('./metrics.slow.test.js');
export {};
