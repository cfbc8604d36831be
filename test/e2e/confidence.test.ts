import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FoundPlace, SearchRequest } from '../../src/sources/geocoder.js';
import { Client } from './ask.js';
import { SQUARE } from './fakes.js';

/** `confidence=true` of GET /v1/geocode: how sure the first result is, of any source. */

let client: Client;
let asked: SearchRequest[] = [];
beforeAll(async () => {
  client = await Client.start();
});
afterAll(() => client.stop());

async function results(
  query: string,
  answer: (request: SearchRequest) => FoundPlace[] | Promise<FoundPlace[]> = () => [SQUARE],
): Promise<{ name: string; confidence?: number }[]> {
  asked = [];
  client.server.geocoder.onSearch = (request) => {
    asked.push(request);
    return answer(request);
  };
  const { status, text, body } = await client.ask(`/v1/geocode?${query}`);
  expect(status, text).toBe(200);
  return (body as { results: { name: string; confidence?: number }[] }).results;
}

const text = `q=${encodeURIComponent(SQUARE.name)}`;
const namesakes = Array.from({ length: 5 }, (_, i) => ({
  ...SQUARE,
  id: `osm:node:${i}`,
  longitude: 106 + i,
}));

it('stands on the first result, and looks at five whatever the limit is', async () => {
  const answer = ({ limit }: SearchRequest): FoundPlace[] => namesakes.slice(0, limit);
  const many = await results(`${text}&confidence=true`, answer);
  expect(many.map((place) => 'confidence' in place)).toEqual([true, false, false, false, false]);
  const one = await results(`${text}&limit=1&confidence=true`, answer);
  expect(asked.map(({ limit }) => limit)).toEqual([5]);
  expect(one).toEqual(many.slice(0, 1));
  const [alone] = await results(`${text}&confidence=true`);
  expect(alone.confidence).toBeGreaterThan(one[0].confidence!);
  expect(await results(`${text}&confidence=false`, answer)).toEqual(namesakes);
});

it('is the same in every language', async () => {
  const answer = ({ lang }: SearchRequest): FoundPlace[] =>
    lang === 'en' ? [{ ...SQUARE, name: 'Sukhbaatar Square' }] : [SQUARE];
  const [plain] = await results(`${text}&confidence=true`, answer);
  const english = await results(`${text}&lang=en&confidence=true`, answer);
  expect(english).toEqual([{ ...plain, name: 'Sukhbaatar Square' }]);
});

it('comes from sources that answer later, too, and from none that found nothing', async () => {
  const [later] = await results(`${text}&confidence=true`, () => Promise.resolve([SQUARE]));
  expect(later.confidence).toBeGreaterThan(0.5);
  expect(await results('q=ab&confidence=true', () => [])).toEqual([]);
});

it('is checked in both modes, and stands on no point', async () => {
  for (const query of ['q=ab', 'lat=1&lon=2', 'q=47.9,106.9']) {
    const refusal = await client.refusal(`/v1/geocode?${query}&confidence=yes`);
    expect([refusal.status, refusal.details], query).toEqual([
      400,
      { field: 'confidence', reason: 'unknown_value' },
    ]);
  }
  const [point] = await results('q=47.9,106.9&confidence=true');
  expect(point).not.toHaveProperty('confidence');
});
