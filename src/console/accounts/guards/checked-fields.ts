import { wrongField } from './console-error.js';

const PASSWORD_MIN = 10;
/** The maximum password length: longer passwords take time to hash and are no safer. */
export const PASSWORD_MAX = 128;
const NAME_MAX = 100;
/** The maximum length of an email address (RFC 5321, 4.5.3.1.3). */
const EMAIL_MAX = 254;

/** The passwords that people choose first when ten characters are required. */
const COMMON = new Set([
  ...['1234567890', '0123456789', '0987654321', '12345678910', '123456789a', 'a123456789', '1234512345'],
  ...['1q2w3e4r5t', 'q1w2e3r4t5', '1qaz2wsx3edc', 'qwertyuiop', 'qwerty1234', 'qwerty12345', 'qwerty123456'],
  ...['asdfghjkl1', 'asdfghjkl;', 'password12', 'password123', 'password1234', 'passw0rd123', 'mypassword'],
  ...['iloveyou12', 'iloveyou123', 'welcome123', 'administrator', 'admin12345', 'admin123456', 'letmein123'],
  ...['abcdefghij', 'abcd123456', 'abc1234567', 'changeme123', 'mongolia123', 'mongolia2026', 'ulaanbaatar'],
]);

/**
 * Characters that join letters in emoji and in Mongolian and Persian words. They are allowed only after a
 * letter.
 */
const JOINERS = /(?<=[\p{L}\p{M}\p{So}\p{Sk}\ufe0f])[\u180b-\u180e\u200c\u200d]/gu;

/**
 * Matches web addresses: `https://…`, `www.…`, `somebody@…`, and domains that mail programs recognize, such
 * as `example.com` and `сайт.мон`.
 */
const ENDINGS = 'com|net|org|info|biz|mn|ru|cn|io|co|app|dev|xyz|top|me|link|site|online|shop|мон|рф';
const WEB_ADDRESS = new RegExp(
  [
    String.raw`[a-z][a-z0-9+.-]*://|\bwww\.|\S@\S`,
    String.raw`[\p{L}\p{N}-]+\.(?:${ENDINGS})(?![\p{L}\p{N}])`,
  ].join('|'),
  'iu',
);

/** Returns the name as people will see it. @throws ConsoleError */
export function checkedPersonName(name: string, field = 'name'): string {
  const text = name.normalize('NFC').trim();
  const length = [...text].length;
  if (length === 0) throw wrongField(field, 'missing', 'A name is required.');
  if (length > NAME_MAX)
    throw wrongField(field, 'too_long', `A name may have at most ${NAME_MAX} characters.`);
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text.replace(JOINERS, '')))
    throw wrongField(field, 'bad_format', 'A name may not contain control or invisible characters.');
  // The name appears in emails, and mail programs turn web addresses into links.
  if (WEB_ADDRESS.test(text))
    throw wrongField(field, 'bad_format', 'A name may not contain a web or email address.');
  return text;
}

/** Returns the address in lower case. @throws ConsoleError */
export function checkedEmail(email: string): string {
  const text = email.normalize('NFC').trim().toLowerCase();
  if (text === '') throw wrongField('email', 'missing', 'An email address is required.');
  if (text.length > EMAIL_MAX) throw wrongField('email', 'too_long', 'The email address is too long.');
  if (!/^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(text) || /\.\./.test(text))
    throw wrongField('email', 'bad_format', 'This is not an email address.');
  return text;
}

/** @throws ConsoleError */
export function checkedPassword(password: string, { email, name }: { email: string; name: string }): string {
  const length = [...password].length;
  if (length < PASSWORD_MIN)
    throw wrongField('password', 'too_short', `A password must have at least ${PASSWORD_MIN} characters.`);
  if (length > PASSWORD_MAX)
    throw wrongField('password', 'too_long', `A password may have at most ${PASSWORD_MAX} characters.`);
  const small = password.toLowerCase();
  const isOneSign = new Set(password).size < 3;
  if (isOneSign || COMMON.has(small) || small === email || small === name.toLowerCase())
    throw wrongField('password', 'too_common', 'This password is very common; choose another.');
  return password;
}
