import { describe, expect, it } from 'vitest';
import { buildRouting } from '../../src/routing/build-routing.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { routeOverLegs, type LegsAnswer } from '../../src/sources/embedded/route-legs.js';
import { asciiMap, type AsciiDrawing } from '../routing/ascii/ascii-map.js';

const LIMITS = { snapLimit_m: 1000, snapDetour_m: 0 };

function over(drawing: AsciiDrawing, points: string): LegsAnswer {
  const { network, positions } = asciiMap(drawing);
  const index = RoutingIndex.from(buildRouting(network, PROFILES.driving).sections);
  return routeOverLegs(
    index,
    [...points].map((point) => positions.get(point)!),
    LIMITS,
  );
}

function found(answer: LegsAnswer): Exclude<LegsAnswer, { leg: number }> {
  if ('leg' in answer) throw new Error(`${answer.answer.kind} on leg ${answer.leg}`);
  return answer;
}

describe('a route over points between', () => {
  //     A--1--B--2--C
  //           |
  //           3
  //           D
  const drawing: AsciiDrawing = {
    picture: 'A--1--B--2--C\n      |\n      3\n      |\n      D',
    ways: { AB: 'highway=residential, name=A', BC: '', BD: 'highway=track, ford=yes' },
  };

  it('is the sum of its legs, one line without gaps', () => {
    const whole = found(over(drawing, '132'));
    const legs = [found(over(drawing, '13')), found(over(drawing, '32'))];
    expect(whole.answer.distance_m).toBeCloseTo(legs[0].answer.distance_m + legs[1].answer.distance_m, 6);
    // The second leg begins at a rounded point, which is worth some milliseconds.
    expect(whole.answer.duration_s).toBeCloseTo(legs[0].answer.duration_s + legs[1].answer.duration_s, 2);
    // 1, B, 3, B, 2
    expect(whole.answer.coordinates).toHaveLength(10);
    expect(whole.via).toEqual([legs[0].answer.destination]);
    expect(whole.steps.map(({ type }) => type)).toEqual([
      ...legs[0].steps.map(({ type }) => type),
      ...legs[1].steps.map(({ type }) => type),
    ]);
    // Both legs drive 100 m of the ford, and it is one note.
    expect(whole.notes.map(({ kind, distance_m }) => [kind, Math.round(distance_m)])).toEqual([
      ['ford', 200],
    ]);
  });

  it('may turn back at a point between, and pass the same point twice', () => {
    const back = found(over(drawing, '1213'));
    expect(back.via).toHaveLength(2);
    expect(Math.round(back.answer.distance_m)).toBe(150 + 150 + 75 + 100);
    const still = found(over(drawing, '111'));
    expect([still.answer.distance_m, still.answer.coordinates.length]).toEqual([0, 4]);
  });

  it('says which leg failed', () => {
    const cut = { picture: 'A--1--B--2--C\n\nD--3--E', ways: { ABC: '', DE: '' } };
    expect(over(cut, '123')).toEqual({ answer: { kind: 'no_path' }, leg: 1 });
    expect(over(cut, '312')).toEqual({ answer: { kind: 'no_path' }, leg: 0 });
  });
});
