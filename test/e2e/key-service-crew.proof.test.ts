// The same tests with two processes.
process.env['GAZARCH_TEST_ALONE'] = '1';
await import('./key-service.test.js');
export {};
