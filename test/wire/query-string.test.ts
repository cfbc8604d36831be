import { expect, it } from 'vitest';
import { OperatingError } from '../../src/errors.js';
import { readQuery } from '../../src/wire/query-string.js';
import { originForm, pathOf } from '../../src/http/core/request/request-target.js';
import { seededRandom } from '../seeded-random.js';

const SEED = 11;

it('reads what URLSearchParams reads, wherever that is valid UTF-8', () => {
  const random = seededRandom(SEED);
  const pieces = [
    'a',
    'q',
    'lat',
    '=',
    '&',
    '+',
    '%20',
    '%D0%A3',
    '%41',
    '%26',
    '%3D',
    '%2B',
    '.',
    ',',
    ';',
    '1',
    '%00',
    '%F0%9F%98%80',
  ];
  for (let i = 0; i < 20_000; i++) {
    const text = Array.from(
      { length: Math.floor(random() * 14) },
      () => pieces[Math.floor(random() * pieces.length)],
    ).join('');
    const wanted = new URLSearchParams(text);
    const { values, repeated } = readQuery(`/x?${text}`);
    const same = [...values].every(
      ([name, value]) =>
        wanted.get(name) === value && wanted.getAll(name).length > 1 === (repeated?.has(name) ?? false),
    );
    if (!same || values.size !== new Set(wanted.keys()).size) expect.fail(`seed ${SEED}: ${text}`);
  }
});

it('refuses every byte sequence that is no UTF-8', () => {
  const random = seededRandom(SEED);
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for (let i = 0; i < 20_000; i++) {
    const bytes = Uint8Array.from({ length: 1 + Math.floor(random() * 5) }, () =>
      random() < 0.7 ? 0x80 + Math.floor(random() * 128) : Math.floor(random() * 256),
    );
    const sent = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    let wanted: string | null = null;
    try {
      wanted = decoder.decode(bytes);
    } catch {
      // Not UTF-8.
    }
    if (read(`/x?q=${sent}`) !== wanted) expect.fail(`seed ${SEED}: ${sent}`);
  }
});

function read(target: string): string | null {
  try {
    return readQuery(target).values.get('q')!;
  } catch (error) {
    if (!(error instanceof OperatingError)) throw error;
    return null;
  }
}

it('reads raw UTF-8, which Node hands over as Latin-1', () => {
  const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
  expect(read(latin1('/x?q=Өргөө'))).toBe('Өргөө');
  expect(read(latin1('/Ө?q=a'))).toBe('a');
  expect(read('/x?q=\xff')).toBe(null);
  // The path is not decoded here.
  expect(read('/\xff?q=a')).toBe('a');
});

it('names the field that cannot be decoded, unless its name is the trouble or absurd', () => {
  const details = (target: string): unknown => {
    try {
      return readQuery(target);
    } catch (error) {
      return (error as OperatingError).details;
    }
  };
  expect(details('/x?q=%')).toEqual({ field: 'q', reason: 'bad_encoding' });
  expect(details('/x?%=q')).toEqual({ reason: 'bad_encoding' });
  expect(details(`/x?${'n'.repeat(65)}=%`)).toEqual({ reason: 'bad_encoding' });
});

it('knows no names but those that were sent', () => {
  const { values } = readQuery('/x?__proto__=1&constructor=2');
  expect([...values]).toEqual([
    ['__proto__', '1'],
    ['constructor', '2'],
  ]);
  expect(readQuery('/x').values.get('toString')).toBeUndefined();
});

it.each([
  ['/health', '/health'],
  ['http://a/health?x', '/health?x'],
  ['HTTPS://user@a:8080/health', '/health'],
  ['http://a', '/'],
  ['http://a?x=/y', '/?x=/y'],
  ['*', '*'],
  ['//a/health', '//a/health'],
])('takes %s for %s', (target, origin) => expect(originForm(target)).toBe(origin));

it.each([
  ['/a?b#c', '/a'],
  ['/a#b?c', '/a'],
  ['/%D3%A8', '/Ө'],
  ['/a%2Fb', '/a%2Fb'],
  ['/%ff', null],
])('finds in %s the path %s', (target, path) => expect(pathOf(target)).toBe(path));
