// The same tests with all of their queries, which are others each day.
process.env['GAZARCH_TEST_WHOLE'] = '1';
await import('./search-random.slow.test.js');
export {};
