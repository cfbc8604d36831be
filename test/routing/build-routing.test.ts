import { describe, expect, it } from 'vitest';
import { pack, unpacked } from '../../src/arrays/packed.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import { TRAVEL_MODES } from '../../src/travel-mode.js';
import { NODE_SIZE } from '../../src/routing/frozen/position-tree.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import type { Ends } from '../../src/routing/route-answers.js';
import { asciiMap } from './ascii/ascii-map.js';
import { randomNetwork } from './random-network.js';

describe('building a road graph', () => {
  it('gives the same bytes for the same network, also for a copy of it, and says how far it is', () => {
    for (const mode of TRAVEL_MODES) {
      const phases: string[] = [];
      const first = buildRouting(randomNetwork(7), PROFILES[mode], {
        onProgress: (phase, done, total) => {
          expect(done).toBeLessThanOrEqual(total);
          phases.push(phase);
        },
      });
      const second = buildRouting(structuredClone(randomNetwork(7)), PROFILES[mode]);
      expect(second).toEqual(first);
      expect([...new Set(phases)]).toEqual([
        'rules',
        'segments',
        'snapping',
        'order',
        'contraction',
        'costs',
        'climbs',
        'ends',
        'done',
      ]);
    }
  });

  it('names sections as the dataset wants them, and reads them from views on a shared buffer', () => {
    const { sections } = buildRouting(randomNetwork(3), PROFILES.driving);
    for (const name of Object.keys(sections)) expect(name).toMatch(/^[a-z0-9_.]{1,31}$/);
    const bytes = Object.values(sections).reduce((sum, array) => sum + array.byteLength + 16, 0);
    const shared = new SharedArrayBuffer(bytes);
    let offset = 0;
    const views = Object.fromEntries(
      Object.entries(sections).map(([name, array]) => {
        const View = array.constructor as new (
          buffer: SharedArrayBuffer,
          offset: number,
          length: number,
        ) => typeof array;
        const view = new View(shared, offset, array.length);
        view.set(array);
        offset += Math.ceil(array.byteLength / 8) * 8;
        return [name, view];
      }),
    );
    const before = new Uint8Array(shared).slice();
    const [index, viewed] = [RoutingIndex.from(sections), RoutingIndex.from(views)];
    viewed.verify();
    for (let i = 0; i < 50; i++) {
      const ends: Ends = { origin: [106.9 + i / 5000, 47.9], destination: [106.91, 47.9 + i / 9000] };
      expect(viewed.route(ends, { snapLimit_m: 1000 })).toEqual(index.route(ends, { snapLimit_m: 1000 }));
    }
    expect(new Uint8Array(shared)).toEqual(before);
  });

  it('reports kilometres, junctions, components and what became of the restrictions', () => {
    //     A---B---C      E---F  cut off
    //         |
    //         D
    const { network } = asciiMap({
      picture: 'A---B---C      E---F\n    |\n    |\n    |\n    D',
      ways: {
        AB: 'highway=primary',
        BC: 'highway=primary',
        BD: '',
        EF: 'highway=footway',
        AC: 'highway=construction',
      },
      column_m: 100,
      restrictions: [
        'AB B BD: restriction=no_right_turn',
        'AB D BC: restriction=no_left_turn',
        'AB B EF: restriction=only_left_turn',
        'AB B BC: restriction=no_straight_on, except=motorcar',
      ],
    });
    const { report } = buildRouting(network, PROFILES.driving);
    expect(report.km_by_class['primary']).toBeCloseTo(0.8, 2);
    expect(report.km_by_class['residential']).toBeCloseTo(0.8, 2);
    expect([report.segments, report.junctions, report.components]).toEqual([3, 1, 1]);
    expect(report.biggest_component_km).toBeCloseTo(1.6, 2);
    expect(report.restrictions).toEqual({
      applied: 1,
      skipped: { 'its ways are not connected': [1001, 1002] },
    });
    expect(report.vertices).toBe(6);
    // At the junction each of three pairs may go on to the other two, except the forbidden turn. At each of
    // the three dead ends one turns back.
    expect(report.arcs).toBe(6 - 1 + 3);
    const walking = buildRouting(network, PROFILES.walking).report;
    expect([walking.components, walking.restrictions]).toEqual([2, { applied: 0, skipped: {} }]);
  });
});

describe('verifying the sections of a road graph', () => {
  // Small cells, so that there are levels above them.
  const { sections } = buildRouting(randomNetwork(3), PROFILES.driving, { cellVertices: 8 });

  it('finds nothing wrong with sound ones', () => {
    RoutingIndex.from(sections).verify();
  });

  it('names a section that is missing or of another version', () => {
    // Datasets of before have no limits and no slots.
    const added = ['limits.json', 'slots.json', 'ways.city'];
    for (const name of Object.keys(sections).filter((own) => !added.includes(own))) {
      const rest = Object.fromEntries(Object.entries(sections).filter(([other]) => other !== name));
      expect(() => RoutingIndex.from(rest), name).toThrow(`section ${name} is missing`);
    }
    expect(() => RoutingIndex.from({ ...sections, info: Uint32Array.of(999, 1) })).toThrow('version 999');
  });

  it.each([
    'segments.first_position',
    'graph.arc_head',
    'graph.first_arc',
    'graph.driven_segment',
    'cells.of_vertex',
    'cells.branch',
    'cells.depth',
    'branches.parent',
    'branches.depth',
    'hierarchy.arc_place',
    'hierarchy.middle_in_cell',
    'hierarchy.middle',
    'segments.ends',
    'hierarchy.first',
    'climbs.group',
    'climbs.first_step',
    'climbs.steps',
    'tree.leaves',
  ])('finds a number in %s that points nowhere', (name) => {
    const broken = sections[name].slice();
    // Counted from the end, so that the offsets before it stay ascending. The last leaf of the tree may
    // not be full: there it is the line of the first chunk.
    const at = name === 'tree.leaves' ? 2 * NODE_SIZE : broken.length - (name === 'climbs.steps' ? 2 : 1);
    broken[at] = 0xfffffff0;
    expect(() => RoutingIndex.from({ ...sections, [name]: broken }).verify()).toThrow();
  });

  it.each([
    'segments.first_run',
    'segments.component',
    'reach.from',
    'reach.to',
    'runs.position',
    'runs.way',
    'targets.first',
    'targets.vertex',
    'ways.name',
    'ways.highway',
  ])('finds a packed number in %s that points nowhere', (name) => {
    const values = unpacked({ words: sections[name] as Uint32Array });
    values[values.length - 1] = 0xfffffff0;
    const { words } = pack(values);
    expect(() => RoutingIndex.from({ ...sections, [name]: words }).verify()).toThrow(/4294967280/);
  });

  it.each([
    'segments.ends',
    'segments.length_m',
    'positions.lon7',
    'positions.lat7',
    'pairs.ms',
    'targets.ms',
    'ways.number',
    'graph.arc_ms',
    'hierarchy.middle_in_cell',
    'hierarchy.middle',
    'hierarchy.arc_ms',
    'climbs.steps',
    'cells.of_vertex',
    'tree.boxes',
    'delays.ms',
    'runs.place',
  ])('finds that %s is too short', (name) => {
    const short = sections[name].slice(1);
    if (sections[name].length === 0) return;
    expect(() => RoutingIndex.from({ ...sections, [name]: short }).verify()).toThrow();
  });
});
