// The same tests with all of their worlds, which are others each day.
process.env['GAZARCH_TEST_WHOLE'] = '1';
await import('./reverse-random.slow.test.js');
export {};
