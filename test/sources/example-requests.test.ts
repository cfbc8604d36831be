import { expect, it } from 'vitest';
import type { Ends } from '../../src/routing/route-answers.js';
import { exampleRequests } from '../../src/sources/embedded/example-requests.js';
import type { LoadedDataset } from '../../src/sources/embedded/dataset/loaded-dataset.js';

/** Places 5 km apart along a line of longitude, and what each route between them comes to. */
function dataset(route: (destinationLat: number) => string): LoadedDataset {
  const place = (row: number): object => ({
    name: `place ${row}`,
    type: 'suburb',
    lon7: 1_069_000_000,
    lat7: 479_000_000 + 450_000 * row,
  });
  const driving = { route: ({ destination: [, lat] }: Ends) => ({ kind: route(lat) }) };
  const map = { size: 9, place, typeOf: () => 'suburb' };
  return { map, geocoding: map, routing: { driving } } as unknown as LoadedDataset;
}

it('passes over pairs that no path connects', () => {
  const found = exampleRequests(dataset((lat) => (lat < 48.1 ? 'no_path' : 'route')));
  expect(found!.route!.destination[1]).toBeGreaterThan(48.1);
});

it('has no route where all roads are closed, and soon gives up', () => {
  let asked = 0;
  const none = dataset(() => {
    asked++;
    return 'no_path';
  });
  expect(exampleRequests(none)).toMatchObject({ search: 'place 0', route: null });
  expect(asked).toBeLessThanOrEqual(50);
});

it('shows a name, and no area or post code', () => {
  const { geocoding, ...rest } = dataset(() => 'route');
  const types = ['country', 'postcode', 'city', 'attraction'];
  const place = (row: number): object => ({ ...geocoding.place(row), type: types[row] ?? 'suburb' });
  const found = exampleRequests({ ...rest, geocoding: { size: 9, place } } as unknown as LoadedDataset);
  expect(found!.search).toBe('place 3');
});

it('hides no other failure', () => {
  const broken = dataset(() => {
    throw new Error('a bug');
  });
  expect(() => exampleRequests(broken)).toThrow('a bug');
});
