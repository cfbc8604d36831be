import { describe, expect, it } from 'vitest';
import { buildRouting } from '../../src/routing/build-routing.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import type { RoadWay } from '../../src/routing/network/network.js';
import { readRoutingData } from '../../src/routing/frozen/routing-data.js';
import { passageOf } from '../../src/routing/describe/passages.js';
import { RoadSearch } from '../../src/routing/search/road-search.js';
import type { RouteStep } from '../../src/routing/describe/route-step.js';
import { RouteSteps } from '../../src/routing/describe/route-steps.js';
import { RouteStretches } from '../../src/routing/describe/route-stretches.js';
import { Snapper } from '../../src/routing/ends/snap.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { TRAVEL_MODES } from '../../src/travel-mode.js';
import { seededRandom } from '../seeded-random.js';
import { asciiMap, type AsciiDrawing } from './ascii/ascii-map.js';
import { randomPoint } from './prove-routes.js';
import { randomNetwork } from './random-network.js';
import { ALL, describeRoute, LIMITS, steps } from './step-words.js';

describe('steps', () => {
  const crossing = (ways: Record<string, string>): AsciiDrawing => ({
    picture: `
            N
            3
            |
      W--1--X--2--E
            |
            4
            S
    `,
    ways: { WX: 'highway=primary, name=A', XE: 'highway=primary, name=A', NX: '', XS: '', ...ways },
  });

  it('name the turns of a crossing, and pass it where the road goes on', () => {
    const named = crossing({ NX: 'highway=residential, name=B', XS: 'highway=residential, name=C' });
    expect(steps(named, '12')).toEqual(['depart A', 'arrive A']);
    expect(steps(named, '13')).toEqual(['depart A', 'turn left B', 'arrive B']);
    expect(steps(named, '14')).toEqual(['depart A', 'turn right C', 'arrive C']);
    expect(steps(named, '34')).toEqual(['depart B', 'new name straight C', 'arrive C']);
    expect(steps(named, '32')).toEqual(['depart B', 'turn left A', 'arrive A']);
  });

  it('tell the end of a road from a turn', () => {
    const drawing: AsciiDrawing = {
      picture: 'A--1--B\n      |\n      |\nC--2--D--3--E',
      ways: { AB: 'highway=residential, name=A', BD: 'highway=residential, name=A', CD: '', DE: '' },
    };
    expect(steps(drawing, '12')).toEqual(['depart A', 'end of road right', 'arrive']);
    expect(steps(drawing, '13')).toEqual(['depart A', 'end of road left', 'arrive']);
    expect(steps(drawing, '21')).toEqual(['depart', 'turn left A', 'arrive A']);
  });

  it('say that a road with one name turns, and by its number where it has no name', () => {
    const drawing: AsciiDrawing = {
      picture: 'A--1--B--2--C\n      |\n      3\n      |\n      D',
      ways: { AB: 'highway=primary, ref=A3', BD: 'highway=primary, ref=A3', BC: '' },
    };
    expect(steps(drawing, '13')).toEqual(['depart A3', 'continue right A3', 'arrive A3']);
    expect(steps(drawing, '12')).toEqual(['depart A3', 'arrive']);
  });

  it('keep to a side at a fork', () => {
    const drawing: AsciiDrawing = {
      picture: '                2--C\nA---1---B\n                3--D',
      column_m: 100,
      ways: {
        AB: 'highway=trunk, name=A',
        BC: 'highway=trunk, name=C',
        BD: 'highway=trunk, name=D',
      },
    };
    expect(steps(drawing, '12')).toEqual(['depart A', 'fork slight left C', 'arrive left C']);
    expect(steps(drawing, '13')).toEqual(['depart A', 'fork slight right D', 'arrive right D']);
  });

  it('keep to the road with the name, if another goes straight on where it bends', () => {
    const fork = (picture: string): AsciiDrawing => ({
      picture,
      column_m: 100,
      ways: {
        AB: 'highway=tertiary, name=A',
        BC: 'highway=tertiary, name=A',
        BD: 'highway=tertiary, name=D',
      },
    });
    const bends = fork('          C\nA---1---B-------D');
    expect(steps(bends, '1C')).toEqual(['depart A', 'fork slight left A', 'arrive A']);
    const straight = fork('            D\nA---1---B---2---C');
    expect(steps(straight, '12')).toEqual(['depart A', 'arrive A']);
    // So near to each other nobody sees which one has the name.
    const narrow = fork('                D\nA---1---B---2---C');
    expect(steps(narrow, '12')).toEqual(['depart A', 'fork slight right A', 'arrive A']);
  });

  it('tell both arms of a Y, also that with the name, but not of a lesser road or a lane beside', () => {
    const arms = (tags: string): AsciiDrawing => ({
      picture: '            C\nA---1---B\n            D',
      column_m: 50,
      ways: { AB: 'highway=primary, name=A', BC: 'highway=primary, name=A', BD: tags },
    });
    const both = arms('highway=primary, name=D');
    expect(steps(both, '1C')).toEqual(['depart A', 'fork slight left A', 'arrive A']);
    expect(steps(both, '1D')).toEqual(['depart A', 'fork slight right D', 'arrive D']);
    expect(steps(arms('highway=residential, name=D'), '1C')).toEqual(['depart A', 'arrive A']);
    const lane = (highway: string): AsciiDrawing => ({
      picture: 'A---1---B---2---C\n                D',
      column_m: 100,
      ways: {
        ABC: 'highway=primary, name=A',
        BD: `highway=${highway}, name=D, oneway=yes`,
      },
    });
    expect(steps(lane('primary_link'), '12')).toEqual(['depart A', 'arrive A']);
    expect(steps(lane('primary'), '12')).toEqual(['depart A', 'fork slight left A', 'arrive A']);
  });

  it('see that a road bends behind a short piece that points ahead', () => {
    const drawing: AsciiDrawing = {
      picture: `
                   D
                  /
                 /
        A--1----B-E
                  |
                  3
                  |
                  F
      `,
      column_m: 3,
      ways: {
        AB: 'highway=residential, name=A',
        BEF: 'highway=residential, name=A',
        BD: 'highway=residential, name=D',
      },
    };
    expect(steps(drawing, '13')).toEqual(['depart A', 'continue right A', 'arrive A']);
  });

  it('pass a road that the map has twice', () => {
    const drawing: AsciiDrawing = {
      picture: 'A--1--B-----C--2--D',
      ways: { AB: '', BC: '', CB: '', CD: '' },
    };
    for (const way of Object.keys(drawing.ways)) drawing.ways[way] = 'highway=primary, name=A';
    expect(steps(drawing, '12')).toEqual(['depart A', 'arrive A']);
  });

  it('say where the only road to take bends at a junction', () => {
    const drawing = (ahead: string): AsciiDrawing => ({
      picture: 'A--1--B--2--C\n      |\n      3\n      |\n      D',
      ways: {
        AB: 'highway=residential',
        CB: `highway=residential, ${ahead}`,
        BD: 'highway=residential',
      },
    });
    expect(steps(drawing('oneway=yes'), '13')).toEqual(['depart', 'turn right', 'arrive']);
    const bend: AsciiDrawing = { picture: 'A--1--B\n      3\n      D', ways: { AB: '', BD: '' } };
    expect(steps(bend, '13')).toEqual(['depart', 'arrive']);
  });

  it('say that a ramp merges, also where the motorway has its name', () => {
    const merging: AsciiDrawing = {
      picture: 'A-------B---2---C\nR---Q',
      column_m: 100,
      ways: {
        AB: 'highway=trunk, name=A, oneway=yes',
        BC: 'highway=trunk, name=A, oneway=yes',
        RQ: 'highway=trunk_link, name=A, oneway=yes',
        QB: 'highway=trunk_link, name=A, oneway=yes',
      },
    };
    expect(steps(merging, 'R2')).toEqual(['depart A', 'merge slight right A', 'arrive A']);
    expect(steps(merging, 'A2')).toEqual(['depart A', 'arrive A']);
  });

  it('count the exits of a roundabout', () => {
    // Traffic goes round counter-clockwise.
    const ring: AsciiDrawing = {
      picture: `
            N
            3
            E
          /   \\
    W-1--F     H--2-O
          \\   /
            G
            4
            S
  `,
      column_m: 50,
      ways: {
        EFGHE: 'highway=residential, junction=roundabout',
        NE: 'highway=residential, name=N',
        WF: 'highway=residential, name=W',
        SG: 'highway=residential, name=S',
        OH: 'highway=residential, name=O',
      },
    };
    expect(steps(ring, '14')).toEqual(['depart W', 'roundabout right 1 S', 'arrive S']);
    expect(steps(ring, '12')).toEqual(['depart W', 'roundabout right 2 O', 'arrive O']);
    expect(steps(ring, '13')).toEqual(['depart W', 'roundabout right 3 N', 'arrive N']);
    expect(steps(ring, '1W')).toEqual(['depart W', 'arrive W']);
    // Nobody can leave by an exit that is one-way into the ring.
    const oneway = { ...ring, ways: { ...ring.ways, SG: 'highway=residential, oneway=yes, name=S' } };
    expect(steps(oneway, '12')).toEqual(['depart W', 'roundabout right 1 O', 'arrive O']);
    // A way into a yard is no exit, for those who do not take it.
    const yard = { ...ring, ways: { ...ring.ways, SG: 'highway=service' } };
    expect(steps(yard, '12')).toEqual(['depart W', 'roundabout right 1 O', 'arrive O']);
    expect(steps(yard, '13')).toEqual(['depart W', 'roundabout right 2 N', 'arrive N']);
    expect(steps(yard, '14')).toEqual(['depart W', 'roundabout right 1', 'arrive']);
    // Walkers know no roundabouts.
    expect(steps(ring, '14', 'walking')[1]).not.toContain('roundabout');
  });

  it('merge onto a motorway, and leave it by a ramp', () => {
    const drawing: AsciiDrawing = {
      picture: 'A---1---B---------C---2---D\n   E                 F',
      column_m: 100,
      ways: {
        ABCD: 'highway=motorway, oneway=yes, name=M',
        EB: 'highway=motorway_link, oneway=yes',
        CF: 'highway=motorway_link, oneway=yes',
      },
    };
    expect(steps(drawing, '12')).toEqual(['depart M', 'arrive M']);
    expect(steps(drawing, 'E2')).toEqual(['depart', 'merge slight right M', 'arrive M']);
    expect(steps(drawing, '1F')).toEqual(['depart M', 'off ramp slight right', 'arrive']);
  });

  it('take ferries, and turn back at the end of a street', () => {
    const drawing: AsciiDrawing = {
      picture: 'A--1--B----C--2--D',
      ways: { AB: 'highway=primary, name=A', BC: 'route=ferry', CD: 'highway=primary, name=D' },
    };
    expect(steps(drawing, '12')).toEqual(['depart A', 'ferry straight', 'continue straight D', 'arrive D']);
    const deadEnd: AsciiDrawing = {
      picture: '      E--2--F\n      |\nA--1--B-----C',
      ways: { AB: 'highway=residential, oneway=yes', BC: 'highway=residential, name=C', BEF: '' },
      restrictions: ['AB B BEF: restriction=no_left_turn'],
    };
    expect(steps(deadEnd, '12')).toContain('continue uturn C');
  });

  it('say one U-turn at the gap of a dual carriageway, and two turns where streets are apart', () => {
    const avenue = (there: string, back = there, gap = 'name=Cross'): AsciiDrawing => ({
      picture: 'D--2--C--E\n      |\nA--1--B--F',
      column_m: 10,
      ways: {
        ABF: `highway=primary, oneway=yes${there}`,
        ECD: `highway=primary, oneway=yes${back}`,
        BC: `highway=residential, ${gap}`,
      },
    });
    expect(steps(avenue(', name=A'), '12')).toEqual(['depart A', 'continue uturn A', 'arrive A']);
    expect(steps(avenue(', ref=A1'), '12')).toEqual(['depart A1', 'continue uturn A1', 'arrive A1']);
    expect(steps(avenue(', name=A', ', name=A', 'name=A'), '12')[1]).toBe('continue uturn A');
    expect(steps(avenue(''), '12')).toEqual(['depart', 'continue uturn', 'arrive']);
    expect(steps(avenue(', name=A', ', name=B'), '12')).toEqual([
      ...['depart A', 'turn left Cross', 'turn left B', 'arrive B'],
    ]);
    const whole = describeRoute(avenue(', name=A'), '12');
    expect(whole.legs[0].steps[1].distance_m).toBeCloseTo(whole.distance_m - 30, 0);
    // Two streets of one quarter.
    const quarter = avenue(', name=A');
    for (const way of ['ABF', 'ECD']) quarter.ways[way] = 'highway=residential, name=A';
    expect(steps(quarter, '12')).toHaveLength(4);
    expect(steps({ ...avenue(', name=A'), column_m: 20 }, '12')).toHaveLength(4);
    expect(steps(avenue(', name=A'), '12', 'walking')).toHaveLength(4);
  });

  it('tell all numbers of a road, and go on where one of them does', () => {
    const numbered = (...ways: string[]): AsciiDrawing => ({
      picture: 'A-1-B---C-2-D',
      ways: { AB: ways[0], BC: ways[1], CD: ways[2] },
    });
    const plain = 'highway=primary, ref=AH3;A0401';
    expect(steps(numbered(plain, plain, plain), '12')).toEqual(['depart AH3 / A0401', 'arrive AH3 / A0401']);
    const [first, last] = ['highway=primary, ref=AH3', 'highway=primary, ref=A0401'];
    expect(steps(numbered(first, plain, last), '12')).toEqual([
      ...['depart AH3', 'new name straight A0401', 'arrive A0401'],
    ]);
    // What only a bridge is called is not said, unless it has no number.
    const bridge = 'bridge=yes, name=Peace Bridge';
    expect(steps(numbered(plain, `${plain}, ${bridge}`, plain), '12')).toHaveLength(2);
    expect(steps(numbered(plain, `highway=primary, ${bridge}`, plain), '12')).toHaveLength(3);
    const street = `${plain}, name=Avenue`;
    expect(steps(numbered(street, `${plain}, ${bridge}`, street), '12')).toEqual([
      ...['depart Avenue', 'arrive Avenue'],
    ]);
    expect(steps(numbered(plain, `${street}, bridge=yes`, street), '12')).toHaveLength(3);
  });

  it('know the spellings of one street', () => {
    const spelled = (...names: string[]): AsciiDrawing => ({
      picture: 'A-1-B-2-C',
      ways: { AB: `highway=primary, name=${names[0]}`, BC: `highway=primary, name=${names[1]}` },
    });
    const one = ['Энхтайваны өргөн чөлөө', 'Энх тайвны өргөн чөлөө'];
    expect(steps(spelled(...one), '12').map((step) => step.split(' ')[0])).toEqual(['depart', 'arrive']);
    expect(steps(spelled('1-р гудамж', '2-р гудамж'), '12')).toHaveLength(3);
  });

  it('say the number of an exit that stands on the node', () => {
    const drawing = (ramp: string): AsciiDrawing => ({
      picture: 'A---1---B-----------C\n            F',
      ways: { ABC: 'highway=motorway, oneway=yes', BF: `highway=motorway_link, oneway=yes${ramp}` },
      nodes: { B: 'highway=motorway_junction, ref=12;13' },
    });
    const exits = (ramp: string) => describeRoute(drawing(ramp), '1F').legs[0].steps[1].exits;
    expect(exits('')).toBe('12, 13');
    expect(exits(', junction:ref=5')).toBe('5');
  });

  it('say where a road with another name bends, also without a junction', () => {
    const bend = (at: string): AsciiDrawing => ({
      picture: at,
      ways: { AB: 'highway=residential, name=A', BC: 'highway=residential, name=B' },
    });
    expect(steps(bend('A--1--B--2--C'), '12')).toEqual(['depart A', 'new name straight B', 'arrive B']);
    expect(steps(bend('A--1--B\n      2\n      C'), '12')).toEqual([
      'depart A',
      'new name right B',
      'arrive B',
    ]);
  });

  it('leave out roads at whose ends a route begins and ends', () => {
    const drawing: AsciiDrawing = {
      picture: 'A\n|\nB-----C-----D\n      |\n      E',
      ways: { AB: 'name=A', BC: 'name=B', CD: 'name=C', CE: 'name=E' },
    };
    for (const [name, tags] of Object.entries(drawing.ways)) drawing.ways[name] = `highway=footway, ${tags}`;
    expect(steps(drawing, 'BC', 'walking')).toEqual(['depart B', 'arrive B']);
  });

  it('go onto ramps, off motorways, and merge', () => {
    const drawing: AsciiDrawing = {
      picture: `
        A--1--B-----C--2--D
               \\
                \\
                 E
                 |
                 F--3--G
      `,
      ways: {
        ABCD: 'highway=motorway, oneway=yes, name=A',
        BEF:
          'highway=motorway_link, oneway=yes, junction:ref=5, ' +
          'destination:ref=A2, destination=Darkhan;Erdenet',
        FG: 'highway=primary, name=G',
      },
    };
    const found = describeRoute(drawing, '13').legs[0].steps[1];
    expect([found.type, found.modifier, found.exits, found.destinations]).toEqual([
      ...['off ramp', 'right', '5', 'A2: Darkhan, Erdenet'],
    ]);
  });

  it('say on which side of the road the end lies, and name roads in English', () => {
    const drawing: AsciiDrawing = {
      picture: 'A-1-----B\n      2\n\nD-----3-E',
      ways: { AB: 'highway=residential, name=А гудамж, name:en=A street' },
    };
    const { network, positions } = asciiMap(drawing);
    const index = RoutingIndex.from(buildRouting(network, PROFILES.driving).sections);
    const ends = ['1', '2'].map((end) => positions.get(end)!);
    const told = (namesIn: 'mn' | 'en', points: typeof ends) => {
      const found = index.describe(points, LIMITS, { ...ALL, namesIn });
      if (found.kind !== 'route') throw new Error(found.kind);
      return found.legs[0].steps.map(({ type, modifier, name }) => `${type} ${modifier} ${name}`);
    };
    expect(told('mn', ends)).toEqual(['depart null А гудамж', 'arrive right А гудамж']);
    expect(told('en', [ends[0], [ends[1][0], ends[0][1]]])).toEqual([
      'depart null A street',
      'arrive null A street',
    ]);
  });

  it('have no length in one place', () => {
    const none = describeRoute(crossing({}), '11').legs[0].steps;
    expect(none.map(({ type, distance_m, duration_s }) => [type, distance_m, duration_s])).toEqual([
      ['depart', 0, 0],
      ['arrive', 0, 0],
    ]);
  });

  it('add up, and begin where the line has a position, in random towns', () => {
    let count = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const network = randomNetwork(seed);
      const random = seededRandom(seed);
      for (const mode of TRAVEL_MODES) {
        const index = RoutingIndex.from(buildRouting(network, PROFILES[mode]).sections);
        for (let pair = 0; pair < 20; pair++) {
          const [from, to] = [randomPoint(network, random), randomPoint(network, random)];
          const answer = index.describe([from, to], LIMITS, ALL);
          if (answer.kind !== 'route') continue;
          const found = answer.legs[0].steps;
          count++;
          const where = `town ${seed}, ${mode}, ${from.join(',')} to ${to.join(',')}`;
          const sum = (value: (step: (typeof found)[number]) => number): number =>
            found.reduce((all, step) => all + value(step), 0);
          expect(
            sum(({ duration_s }) => duration_s),
            where,
          ).toBeCloseTo(answer.duration_s, 6);
          expect(Math.abs(sum(({ distance_m }) => distance_m) - answer.distance_m), where).toBeLessThan(0.1);
          const line = new Set<string>();
          for (let i = 0; i < answer.coordinates.length; i += 2)
            line.add(`${answer.coordinates[i]} ${answer.coordinates[i + 1]}`);
          for (const { longitude, latitude } of found)
            expect(line.has(`${Math.round(longitude * 1e7)} ${Math.round(latitude * 1e7)}`), where).toBe(
              true,
            );
          expect([found[0].type, found.at(-1)!.type], where).toEqual(['depart', 'arrive']);
        }
      }
    }
    expect(count).toBeGreaterThan(300);
  });

  it('are the same from remembered passages as stretch by stretch, in random towns', () => {
    let count = 0;
    for (let seed = 1; seed <= 30; seed++) {
      const town = randomNetwork(seed);
      const named = ({ tags, ...way }: RoadWay, w: number): RoadWay => ({
        ...way,
        tags: { ...tags, ...(w % 3 > 0 && { name: 'ABC'[w % 3] }) },
      });
      const network = { ...town, ways: town.ways.map(named) };
      const random = seededRandom(seed);
      const { sections } = buildRouting(network, PROFILES.driving);
      const [index, data] = [RoutingIndex.from(sections), readRoutingData(sections)];
      const [search, snapper] = [new RoadSearch(data), new Snapper(data.segments, data.tree)];
      const stretches = new RouteStretches(data, data);
      const slow = new RouteSteps(data, stretches);
      for (let pair = 0; pair < 40; pair++) {
        const ends = [randomPoint(network, random), randomPoint(network, random)];
        const answer = index.describe(ends, LIMITS, { line: false, notes: false, steps: true });
        const [from, to] = ends.map((end) => snapper.nearest(end, LIMITS.snapLimit_m));
        const found = search.cheapest(from, to);
        if (answer.kind !== 'route' || found === null) continue;
        count++;
        const driven = found.kind === 'path' ? search.driven() : [];
        const passages = stretches.of(found, driven).map(passageOf);
        const rounded = (steps: readonly RouteStep[]): RouteStep[] =>
          steps.map((step) => ({
            ...step,
            distance_m: Math.round(1e6 * step.distance_m),
            duration_s: Math.round(1e6 * step.duration_s),
          }));
        const expected = slow.of(passages, { ...found, point: ends[1], namesIn: 'mn' });
        expect(rounded(answer.legs[0].steps), `town ${seed}, ${ends.join(' to ')}`).toEqual(
          rounded(expected),
        );
      }
    }
    expect(count).toBeGreaterThan(300);
  });
});

describe('notes', () => {
  const road = (tags: string, nodes: Record<string, string> = {}, column_m = 25): AsciiDrawing => ({
    picture: 'A-1-B--G--C-2-D',
    column_m,
    ways: { AB: '', BGC: tags, CD: '' },
    nodes,
  });
  const kinds = (drawing: AsciiDrawing): [string, number][] =>
    describeRoute(drawing, '12').notes.map(({ kind, distance_m }) => [kind, Math.round(distance_m)]);

  it.each<[string, Record<string, string>, [string, number][]]>([
    ['highway=residential', {}, []],
    ['route=ferry', {}, [['ferry', 150]]],
    ['highway=track, ford=yes', {}, [['ford', 150]]],
    ['highway=track', { G: 'ford=yes' }, [['ford', 0]]],
    ['highway=track', { A: 'ford=yes' }, []],
    [
      'highway=track, ice_road=yes',
      {},
      [
        ['ice', 150],
        ['seasonal', 150],
      ],
    ],
    [
      'highway=winter_road',
      {},
      [
        ['ice', 150],
        ['seasonal', 150],
      ],
    ],
    ['highway=tertiary, seasonal=summer', {}, [['seasonal', 150]]],
    ['highway=tertiary, seasonal=no', {}, []],
    // The free road behind it is a pocket, so it is private, too.
    ['highway=service, access=private', {}, [['private', 200]]],
    ['highway=track', {}, []],
  ])('%s, nodes %o: %o', (tags, nodes, expected) => {
    expect(kinds(road(tags, nodes))).toEqual(expected);
  });

  it('tell of unpaved tracks from one kilometre on', () => {
    expect(kinds(road('highway=track', {}, 200))).toEqual([['unpaved_track', 1200]]);
    expect(kinds(road('highway=track, tracktype=grade1', {}, 200))).toEqual([]);
    expect(kinds(road('highway=track, surface=asphalt', {}, 200))).toEqual([]);
    expect(kinds(road('highway=track, surface=sand, tracktype=grade1', {}, 200))).toEqual([
      ['unpaved_track', 1200],
    ]);
  });

  it('tell of a private gate in the middle', () => {
    const gate = road('highway=residential', { G: 'barrier=gate, access=private' }, 1000);
    expect(kinds(gate)).toEqual([['private', 0]]);
  });
});
