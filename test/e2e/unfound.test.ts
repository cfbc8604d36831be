import { afterAll, beforeAll, expect, it } from 'vitest';
import { UsageCounter } from '../../src/usage/usage-counter.js';
import { Client } from './ask.js';
import { fakeKey, SQUARE } from './fakes.js';

/** Which searches are counted as not found, and whose they are. */

const usage = new UsageCounter({ countsUnfound: true });
let client: Client;
beforeAll(async () => {
  client = await Client.start({ compat: 'photon,nominatim' }, { usage });
});
afterAll(() => client.stop());

const counted = (): [string, string, number][] =>
  usage.unfound!.take().map(({ text, asker, requests }) => [text, asker, requests]);
const search = (text: string, more = ''): string => `/v1/geocode?q=${encodeURIComponent(text)}${more}`;

it('counts searches that find nothing, by key, and no others', async () => {
  const { geocoder, keys } = client.server;
  keys.known.set('geo_one', fakeKey('one', { endpoints: ['geocode'] }));
  geocoder.onSearch = () => [];
  for (let i = 0; i < 3; i++) await client.ask(search('Шинэ  плаза'), { token: 'geo_one' });
  await client.ask(search('шинэ плаза'), { token: 'geo_good' });
  for (const text of ['99112233', 'bat@example.mn', 'Төв гудамж 12', 'а б в г д е ж'])
    await client.ask(search(text), { token: 'geo_one' });
  // In a box or of a kind, another answer may have been left out.
  await client.ask(search('шинэ зах', '&type=cafe'), { token: 'geo_one' });
  await client.ask(search('шинэ зах', '&bbox=106,47,107,48'), { token: 'geo_one' });
  await client.ask('/v1/geocode?lat=47.9&lon=106.9', { token: 'geo_one' });
  await client.ask(search('шинэ зах'), { token: 'geo_unknown' });
  expect(counted()).toEqual([
    ['шинэ плаза', 'one', 3],
    ['шинэ плаза', 'good', 1],
  ]);
  for (const path of ['/compat/photon/api?q=', '/compat/nominatim/search?q='])
    await fetch(`${client.server.url}${path}${encodeURIComponent('шинэ зах')}&key=geo_one`);
  expect(counted()).toEqual([['шинэ зах', 'one', 2]]);
  geocoder.onSearch = () => [SQUARE];
  await client.ask(search('сүхбаатарын талбай'), { token: 'geo_one' });
  geocoder.onSearch = () => [{ ...SQUARE, match: 'partial' }];
  await client.ask(search('сүхбаатарын ордон'), { token: 'geo_one' });
  expect(counted()).toEqual([['сүхбаатарын ордон', 'one', 1]]);
});

it('counts nothing unless it is asked to', () => {
  expect(new UsageCounter().unfound).toBeNull();
});
