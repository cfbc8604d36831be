// Usage in both databases, and of services that are killed.
process.env['GAZARCH_TEST_USAGE'] = 'whole';
await import('./usage.slow.test.js');
export {};
