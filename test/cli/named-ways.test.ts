import { expect, it } from 'vitest';
import { namedWays } from '../../src/cli/commands/roads/named-ways.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { asciiMap } from '../routing/ascii/ascii-map.js';

it('finds a street in all spellings of its name, by its number, and no other one', () => {
  const { network, positions } = asciiMap({
    picture: 'A---B---C---D---E',
    ways: {
      AB: 'highway=primary, name=Энхтайваны өргөн чөлөө',
      BC: 'highway=primary, name=Энх тайвны өргөн чөлөө',
      CD: 'highway=primary, name=Энхбатын гудамж, ref=А0101;А0102',
      DE: 'highway=primary, ref=А0101;А0102',
    },
  });
  const index = RoutingIndex.from(buildRouting(network, PROFILES.driving).sections);
  const named = (road: string): string[] => {
    const { here } = namedWays([index], road, positions.get('A')!);
    return network.ways.filter(({ id }) => here.includes(id)).map(({ tags }) => tags['name'] ?? 'none');
  };
  const avenue = ['Энхтайваны өргөн чөлөө', 'Энх тайвны өргөн чөлөө'];
  for (const spelling of [...avenue, 'Энхтайван өргөн чөлөө'])
    expect(named(spelling), spelling).toEqual(avenue);
  expect(named('Энхбатын гудамж')).toEqual(['Энхбатын гудамж']);
  expect(named('А0102')).toEqual(['none']);
  expect(named('А0103')).toEqual([]);
});
