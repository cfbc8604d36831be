// The same tests with all of their towns, which are others each day.
process.env['GAZARCH_TEST_WHOLE'] = '1';
await import('./random-routes.slow.test.js');
await import('./hierarchy.slow.test.js');
await import('./explain.slow.test.js');
await import('./dissection.slow.test.js');
export {};
