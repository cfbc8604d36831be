import { describe, expect, it } from 'vitest';
import { toUnits } from '../../src/geo/coordinates.js';
import { engineSteps } from '../../src/sources/engines/engine-steps.js';
import { LineWalk } from '../../src/sources/engines/line-walk.js';

/** Manoeuvres as OSRM and Valhalla write them, in our words. */

interface Given {
  type: unknown;
  modifier?: unknown;
  exit?: unknown;
  name?: unknown;
  mode?: string;
  bearing?: unknown;
  location?: unknown;
  distance?: unknown;
}

/** A leg along the equator whose steps are 100 m and 10 s long, with a departure and an arrival. */
function leg(...between: readonly Given[]): { steps: unknown[]; walk: LineWalk } {
  const all: Given[] = [
    { type: 'depart', name: 'A' },
    ...between,
    { type: 'arrive', name: 'Z', distance: 0 },
  ];
  const steps = all.map(
    ({ type, modifier, exit, name = '', mode = 'driving', bearing = 90, ...given }, i) => ({
      maneuver: {
        type,
        ...{ modifier, exit },
        location: given.location ?? [i / 1000, 0],
        ...{ bearing_before: bearing, bearing_after: bearing },
      },
      ...{ name, mode, distance: given.distance ?? 100, duration: 10 },
    }),
  );
  const line = Int32Array.from(all.flatMap((_, i) => [toUnits(i / 1000), 0]));
  return { steps, walk: new LineWalk(line) };
}

function read(...between: readonly Given[]): string[] {
  const { steps, walk } = leg(...between);
  return engineSteps(steps, walk).map(
    ({ type, modifier, exit, name, distance_m }) =>
      `${type}, ${modifier}${exit === null ? '' : `, exit ${exit}`}, ${name}, ${distance_m}`,
  );
}

const START = 'depart, null, A, 100';
const END = 'arrive, null, Z, 0';

it('has no direction at the start and the end', () => {
  const { steps, walk } = leg({ type: 'turn', modifier: 'left', bearing: 359.7 });
  expect(
    engineSteps(steps, walk).map(({ bearingBefore, bearingAfter }) => [bearingBefore, bearingAfter]),
  ).toEqual([
    [null, 90],
    [0, 0],
    [90, null],
  ]);
});

it.each([
  ['turn', 'turn'],
  ['new name', 'new name'],
  ['continue', 'continue'],
  ['fork', 'fork'],
  ['end of road', 'end of road'],
  ['merge', 'merge'],
  ['on ramp', 'on ramp'],
  ['off ramp', 'off ramp'],
  ['use lane', 'turn'],
  ['a kind of tomorrow', 'turn'],
])('takes %s for %s', (type, ours) => {
  expect(read({ type, modifier: 'slight left', name: 'B' })).toEqual([
    START,
    `${ours}, slight left, B, 100`,
    END,
  ]);
});

it.each([
  ['roundabout', 'exit roundabout'],
  ['rotary', 'exit rotary'],
])('makes one step of a %s and its exit', (enter, exit) => {
  const ring = { type: enter, modifier: 'right', exit: 2, name: 'Ring' };
  expect(read(ring, { type: exit, modifier: 'straight', exit: 2, name: 'B' })).toEqual([
    START,
    'roundabout, right, exit 2, B, 200',
    END,
  ]);
  expect(read({ ...ring, exit: undefined })).toEqual([START, 'roundabout, right, Ring, 100', END]);
  expect(read({ type: exit, modifier: 'right', name: 'B' })).toEqual([
    START,
    'exit roundabout, right, B, 100',
    END,
  ]);
  const out = { type: exit, modifier: 'right', exit: 2, name: 'B' };
  expect(read(ring, out, ring, out)).toHaveLength(4);
});

it('makes a turn of a ring that is as small as a crossing', () => {
  const turn = { type: 'roundabout turn', modifier: 'left', exit: 3, name: 'B' };
  expect(read(turn)).toEqual([START, 'turn, left, B, 100', END]);
  expect(read(turn, { type: 'exit roundabout', modifier: 'right', name: 'C' })).toEqual([
    START,
    'turn, left, C, 200',
    END,
  ]);
});

it('takes the ferry where the mode becomes one, and goes on where it was one', () => {
  const boat = { type: 'notification', modifier: 'straight', name: 'Ferry', mode: 'ferry' };
  expect(read(boat, { type: 'turn', modifier: 'left', name: 'B' })).toEqual([
    START,
    'ferry, straight, Ferry, 100',
    'continue, left, B, 100',
    END,
  ]);
  expect(read({ type: 'notification', modifier: 'straight', name: 'A' })).toEqual([
    'depart, null, A, 200',
    END,
  ]);
});

describe('is no answer', () => {
  it.each<[string, Given, RegExp]>([
    ['a step without a type', { type: undefined }, /step without a type/],
    ['a direction that is none', { type: 'turn', modifier: 'up' }, /in the direction "up"/],
    ['an exit that is none', { type: 'roundabout', modifier: 'right', exit: 0 }, /an exit 0/],
    ['a name that is not a string', { type: 'turn', name: 7 }, /road named 7/],
    ['a bearing beyond the compass', { type: 'turn', bearing: 400 }, /bearing 400/],
    ['a length below zero', { type: 'turn', distance: -1 }, /step of -1 m/],
    ['a step beside the line', { type: 'turn', location: [0.001, 0.01] }, /which the line does not pass/],
    ['a step nowhere', { type: 'turn', location: ['7', '43'] }, /a step at \["7","43"\]/],
  ])('%s', (_what, given, message) => {
    expect(() => read(given)).toThrow(message);
  });

  it('a leg that does not arrive', () => {
    const { steps, walk } = leg();
    steps.pop();
    expect(() => engineSteps(steps, walk)).toThrow(/do not lead from a start to an end/);
    expect(() => engineSteps([], walk)).toThrow(/do not lead/);
  });
});
