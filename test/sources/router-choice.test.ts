import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { parseRouterChoice, parseRouterChoices } from '../../src/sources/router-choice.js';

const read = (text: string): unknown => {
  const choice = parseRouterChoice(text);
  return typeof choice === 'object'
    ? choice.map(
        ({ engine, urls, modes }) => `${engine} ${urls.map(({ href }) => href).join(' ')} ${modes.join(' ')}`,
      )
    : choice;
};

it.each([
  ['embedded', 'embedded'],
  ['none', 'none'],
  ['osrm+http://a:5000', ['osrm http://a:5000/ driving']],
  ['osrm+https://u:p@a/car/', ['osrm https://u:p@a/car/ driving']],
  ['valhalla+http://[::1]:8002', ['valhalla http://[::1]:8002/ driving walking']],
  ['driving=osrm+http://a;walking=osrm+http://b', ['osrm http://a/ driving', 'osrm http://b/ walking']],
  [
    'walking=valhalla+http://a; driving=osrm+http://b',
    ['valhalla http://a/ walking', 'osrm http://b/ driving'],
  ],
  ['osrm+http://a|b:5001|[::1]:5002', ['osrm http://a/ http://b:5001/ http://[::1]:5002/ driving']],
  [
    'driving=osrm+https://u:p@a|b/car;walking=valhalla+http://c|d',
    ['osrm https://u:p@a/car https://u:p@b/car driving', 'valhalla http://c/ http://d/ walking'],
  ],
  ['walking=osrm+http://b', ['osrm http://b/ walking']],
])('reads %s', (text, expected) => expect(read(text)).toEqual(expected));

it.each([
  '',
  'Embedded',
  'osrm',
  'osrm+',
  'osrm+http://',
  'http://a',
  'osrm+ftp://a',
  'google+http://a',
  'osrm+http://a?key=1',
  'osrm+http://a#b',
  'osrm+http://a;osrm+http://b',
  'osrm+http://a;walking=osrm+http://b',
  'driving=osrm+http://a;driving=osrm+http://b',
  'driving=osrm+http://a;',
  'flying=osrm+http://a',
  'driving=embedded',
  'osrm+http://a|',
  'osrm+http://|a',
  'osrm+http://a|http://b',
  'osrm+http://a|osrm+http://b',
  'osrm+http://a:80|a',
])('refuses %j', (text) => expect(parseRouterChoice(text)).toBeUndefined());

it('is the only thing of other engines that the embedded way loads', () => {
  const src = resolve(import.meta.dirname, '../../src');
  // The command that fills a PostGIS is loaded only when it is the one that was asked for.
  const theirOwn = /^(sources\/(upstream|engines|nominatim|postgis)\/|cli\/commands\/data\/export-command)/;
  const outside = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !theirOwn.test(name))
    .map((name) => [name, readFileSync(join(src, name), 'utf8')] as const);
  expect(outside.length).toBeGreaterThan(300);
  const theirs = String.raw`(?:(?<!\/compat)\/(?:upstream|engines|nominatim|postgis)\/|undici)`;
  const loads = new RegExp(`^(?:import|export) (?!type )[^;]*?from '[^']*${theirs}[^']*'`, 'm');
  expect("import { Pool } from 'undici';").toMatch(loads);
  expect(outside.filter(([, text]) => loads.test(text)).map(([name]) => name)).toEqual([]);
});

it('reads several, each for when those before it are away', () => {
  expect(parseRouterChoices('embedded')).toEqual(['embedded']);
  const choices = parseRouterChoices('osrm+http://a, driving=osrm+http://b;walking=osrm+http://c,embedded');
  expect(choices?.map((choice) => (typeof choice === 'object' ? choice.length : choice))).toEqual([
    1,
    2,
    'embedded',
  ]);
  for (const text of ['none,embedded', 'embedded,none', 'embedded,embedded', 'osrm+http://a,', ',embedded'])
    expect(parseRouterChoices(text), text).toBeUndefined();
});
