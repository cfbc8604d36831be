import { describe, expect, it } from 'vitest';
import type { AsciiDrawing } from './ascii/ascii-map.js';
import { steps } from './step-words.js';

describe('steps where a road bends', () => {
  it('say that a numbered road bends where a street goes straight on, but not a drive', () => {
    const bending = (tags: string): AsciiDrawing => ({
      picture: 'A---1---B-------D\n            C',
      column_m: 50,
      ways: { AB: 'highway=secondary, ref=A3', BC: 'highway=secondary, ref=A3', BD: tags },
    });
    const street = bending('highway=residential');
    expect(steps(street, '1C')).toEqual(['depart A3', 'continue slight right A3', 'arrive A3']);
    expect(steps(street, 'CA')).toEqual(['depart A3', 'arrive A3']);
    expect(steps(bending('highway=service'), '1C')).toEqual(['depart A3', 'arrive A3']);
  });

  it('say that a numbered road bends behind a short piece, where a street goes straighter on', () => {
    const drawing: AsciiDrawing = {
      picture: `
                             D
        A--1------B
                     E
                     |
                     3
                     F
      `,
      column_m: 2,
      ways: { AB: 'highway=primary, ref=A3', BEF: 'highway=primary, ref=A3', BD: 'highway=residential' },
    };
    expect(steps(drawing, '13')).toEqual(['depart A3', 'continue right A3', 'arrive A3']);
  });

  it('follow a road with a name round a bend that only lesser roads leave to the other side', () => {
    const bending = (rows: string[], tags = 'highway=residential', name = 'A'): AsciiDrawing => ({
      picture: rows.join('\n'),
      column_m: 50,
      ways: { AB: 'highway=secondary, name=A', BC: `highway=secondary, name=${name}`, BD: tags },
    });
    const rows = ['           C', '', 'A---1---B', '', '        D'];
    expect(steps(bending(rows), '1C')).toEqual(['depart A', 'arrive A']);
    // From there the street goes straighter on.
    expect(steps(bending(rows), 'CA')).toEqual(['depart A', 'continue right A', 'arrive A']);
    const told = ['depart A', 'continue left A', 'arrive A'];
    expect(steps(bending(rows, 'highway=secondary, name=D'), '1C')).toEqual(told);
    expect(steps(bending(['           C', '', 'A---1---B---D']), '1C')).toEqual(told);
    expect(steps(bending(rows, '', 'C'), '1C')).toEqual(['depart A', 'end of road left C', 'arrive C']);
  });
});
