import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { expect, it, onTestFinished } from 'vitest';

it('costs 32 MB and 16,384 rounds to try a password', async () => {
  const { scrypt } = crypto;
  const asked: unknown[] = [];
  onTestFinished(() => {
    crypto.scrypt = scrypt;
    syncBuiltinESMExports();
  });
  crypto.scrypt = ((password, salt, length, options, callback) => {
    asked.push([length, options.N, options.r, options.p]);
    scrypt(password, salt, length, options, callback);
  }) as typeof scrypt;
  syncBuiltinESMExports();
  const hash = await hashPassword('a long enough one');
  expect(await verifyPassword({ hash, password: 'a long enough one' })).toBe(true);
  expect(await verifyPassword({ hash, password: 'a long enough 0ne' })).toBe(false);
  expect(asked).toEqual(Array(3).fill([64, 16_384, 16, 1]));
});
