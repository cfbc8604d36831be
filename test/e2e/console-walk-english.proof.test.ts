// The same walk in English, by night.
process.env['GAZARCH_TEST_WALK'] = 'en';
await import('./console-walk.slow.test.js');
export {};
