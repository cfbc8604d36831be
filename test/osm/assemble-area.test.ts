import { describe, expect, it } from 'vitest';
import { assembleArea, type AreaResult, type MemberWay } from '../../src/osm/assemble-area.js';

/**
 * Turns a drawing into ways. Each letter is a node; north is up. A member is a word of
 * nodes, and a role if it has one.
 */
function waysOf(drawing: string, members: readonly string[]): MemberWay[] {
  const places = new Map<string, [number, number]>();
  drawing.split('\n').forEach((row, y) => {
    [...row].forEach((letter, x) => {
      if (/[A-Za-z]/.test(letter)) places.set(letter, [x * 100, -y * 100]);
    });
  });
  return members.map((member, i) => {
    const [word, role = 'outer'] = member.split(' ');
    const letters = [...word];
    return {
      id: i + 1,
      role,
      refs: letters.map((letter) => letter.charCodeAt(0)),
      positions: Int32Array.from(letters.flatMap((letter) => places.get(letter)!)),
    };
  });
}

/**
 * The polygons as words, or the reason why there are none. A polygon is the words of its rings, outer
 * ring first. A word starts at the first letter in the alphabet.
 */
function wordsOf(drawing: string, result: AreaResult): string[] | string {
  if ('reason' in result) return result.reason;
  const letters = new Map<string, string>();
  drawing.split('\n').forEach((row, y) => {
    [...row].forEach((letter, x) => letters.set(`${x * 100},${y === 0 ? 0 : -y * 100}`, letter));
  });
  return result.polygons
    .map((rings) => {
      const words = rings.map((ring) => {
        expect(ring.slice(0, 2)).toEqual(ring.slice(-2));
        const word = Array.from({ length: ring.length / 2 - 1 }, (_, i) =>
          letters.get(`${ring[i * 2]},${ring[i * 2 + 1]}`)!,
        ).join('');
        const first = word.indexOf([...word].sort()[0]);
        return word.slice(first) + word.slice(0, first);
      });
      return [words[0], ...words.slice(1).sort()].join(' ');
    })
    .sort();
}

function assembled(drawing: string, ...members: string[]): string[] | string {
  const forwards = wordsOf(drawing, assembleArea(waysOf(drawing, members)));
  const backwards = members
    .map((member) => member.replace(/^\w+/, (word) => [...word].reverse().join('')))
    .reverse();
  // The order of the members and the direction of a way must not matter.
  const other = wordsOf(drawing, assembleArea(waysOf(drawing, backwards)));
  if (typeof forwards !== 'string') expect(other).toEqual(forwards);
  return forwards;
}

const SQUARE = `
a   b

d   c`;

const NESTED = `
a           b
   e     f
     i j
     l k
   h     g
d           c`;

describe('rings', () => {
  it('come from one closed way, anticlockwise whatever its direction', () => {
    expect(assembled(SQUARE, 'abcda')).toEqual(['adcb']);
    expect(assembled(SQUARE, 'adcba')).toEqual(['adcb']);
  });

  it('come from ways in any order and direction', () => {
    expect(assembled(SQUARE, 'ab', 'cb', 'cd', 'ad')).toEqual(['adcb']);
    expect(assembled(SQUARE, 'dcb', 'ab', 'da')).toEqual(['adcb']);
  });

  it('have holes, clockwise, and islands in holes', () => {
    expect(assembled(NESTED, 'abcda', 'efghe inner')).toEqual(['adcb efgh']);
    expect(assembled(NESTED, 'abcda', 'efghe inner', 'ijkli outer')).toEqual(['adcb efgh', 'ilkj']);
  });

  it('may be several', () => {
    const drawing = `
a b   e f  i j
d c   h g  l k`;
    expect(assembled(drawing, 'abcda', 'ef', 'fghe', 'ijkli')).toEqual(['adcb', 'ehgf', 'ilkj']);
  });

  it('go by what lies in what when roles are missing or wrong', () => {
    expect(assembled(NESTED, 'abcda inner', 'efghe outer')).toEqual(['adcb efgh']);
    expect(assembled(NESTED, 'abcda ', 'efghe ', 'ijkli ')).toEqual(['adcb efgh', 'ilkj']);
    expect(assembled(NESTED, 'ab inner', 'bcda', 'efghe enclave')).toEqual(['adcb efgh']);
  });

  it('ignore repeated nodes, spikes and different nodes at one place', () => {
    expect(assembled(SQUARE, 'aabccdda')).toEqual(['adcb']);
    expect(assembled(`${SQUARE}   x`, 'abcxcda')).toEqual(['adcb']);
    const ways = waysOf(SQUARE, ['abc', 'cda']);
    const otherNodes = [ways[0], { ...ways[1], refs: [1001, 1002, 1003] }];
    expect(wordsOf(SQUARE, assembleArea(otherNodes))).toEqual(['adcb']);
  });

  it('reach to the ends of the earth', () => {
    const world = Int32Array.of(
      -1_800_000_000,
      -900_000_000,
      1_800_000_000,
      -900_000_000,
      1_800_000_000,
      900_000_000,
      -1_800_000_000,
      900_000_000,
      -1_800_000_000,
      -900_000_000,
    );
    // This sliver is hardly off the diagonal. The doubles that decide the side need all their digits.
    const sliver = Int32Array.of(
      -1_799_999_999,
      -899_999_999,
      1_799_999_999,
      899_999_999,
      1_799_999_998,
      899_999_999,
      -1_799_999_999,
      -899_999_999,
    );
    const result = assembleArea([
      { id: 1, role: 'outer', refs: [1, 2, 3, 4, 1], positions: world },
      { id: 2, role: 'inner', refs: [5, 6, 7, 5], positions: sliver },
    ]);
    expect('polygons' in result && result.polygons.map((rings) => rings.map((ring) => ring.length))).toEqual([
      [10, 8],
    ]);
  });
});

describe('rings that touch', () => {
  const bow = `
a     b
   x
d     c`;

  it('are two polygons where two outer ones share a node', () => {
    expect(assembled(bow, 'axda', 'bxcb')).toEqual(['adx', 'bxc']);
    expect(assembled(bow, 'abxdcxa')).toEqual(['axb', 'cxd']);
    expect(assembled(bow, 'axcb', 'bxda')).toEqual(['adx', 'bxc']);
  });

  it('leave one polygon where the hole shares a node with the outer ring', () => {
    const drawing = `
a        b
e   f
   g
d        c`;
    expect(assembled(drawing, 'abcdea', 'efge inner')).toEqual(['aedcb efg']);
    // The same as one line that passes the common node twice.
    expect(assembled(drawing, 'abcdegfea')).toEqual(['aedcb efg']);
  });

  it('make two holes of two that share a node, and one of two that share a side', () => {
    const node = `
a           b
   e f
   h g
     i
   k  j
d           c`;
    expect(assembled(node, 'abcda', 'efghe inner', 'gikg inner')).toEqual(['adcb efgh gik']);
    const side = `
a           b
   e f i
   h g j
d           c`;
    expect(assembled(side, 'abcda', 'efghe inner', 'fijgf inner')).toEqual(['adcb efijgh']);
  });

  it('cut off what a hole along the outer ring takes away', () => {
    const drawing = `
a  e  f   b

   h  g
d         c`;
    expect(assembled(drawing, 'aefbcda', 'efghe inner')).toEqual(['adcbfghe']);
  });

  it('may touch in a place where only one of them has a node, or run along each other', () => {
    const drawing = `
a  e  f   b

   h  g
d         c`;
    expect(assembled(drawing, 'abcda', 'efghe inner')).toEqual(['adcbfghe']);
    const corner = `
a     b
   e
  g f
d     c`;
    expect(assembled(corner, 'abcda', 'efge inner')).toEqual(['adcb efg']);
    const teeth = `
a    b
  e
  x  f
  g
d    c`;
    // The hole touches the eastern side from inside.
    expect(assembled(teeth, 'abcda', 'efge inner')).toEqual(['adcfb efg']);
  });

  it('become one where they share sides and stay apart where they share a node', () => {
    const ring = `
   a   b
c    d    e
   f   g`;
    expect(assembled(ring, 'acda', 'dabd', 'bdeb', 'dgfd')).toEqual(['acdeb', 'dfg']);
    expect(assembled(ring, 'acdfgdeba')).toEqual(['acdeb', 'dfg']);
  });
});

describe('ways that lie on each other', () => {
  it('count once when a closed way comes twice', () => {
    expect(assembled(NESTED, 'abcda', 'efghe inner', 'ghefg inner')).toEqual(['adcb efgh']);
    const ways = waysOf(SQUARE, ['abc', 'cda']);
    expect(wordsOf(SQUARE, assembleArea([...ways, ways[0]]))).toEqual(['adcb']);
  });

  it('count once when an open way comes twice', () => {
    expect(assembled(SQUARE, 'abc', 'cda', 'cba')).toEqual(['adcb']);
  });

  it('cancel when they part two neighbours', () => {
    const drawing = `
a  b  c

f  e  d`;
    expect(assembled(drawing, 'be', 'efab', 'eb', 'bcde')).toEqual(['afedcb']);
    expect(assembled(drawing, 'abefa', 'bcdeb')).toEqual(['afedcb']);
  });
});

describe('no area, but a reason', () => {
  it('comes of an open ring, with the places where it is open', () => {
    expect(assembled(SQUARE, 'abc', 'cd')).toBe('a ring is open at 0,-0.00001 and 0,-0.00003');
    expect(assembled(NESTED, 'abcda', 'efgh inner')).toMatch(/^a ring is open at /);
  });

  it('comes of lines that cross without a common node', () => {
    expect(assembled(SQUARE, 'acbda')).toMatch(/^lines cross without a common node near /);
    const two = `
a    b
  e    f
d    c
  h    g`;
    expect(assembled(two, 'abcda', 'efghe')).toMatch(/^lines cross/);
  });

  it('comes of nothing, of points and of lines', () => {
    expect(assembleArea([])).toEqual({ reason: 'it has no member ways' });
    expect(assembled(SQUARE, 'a', 'bb')).toBe('its ways enclose nothing');
    expect(assembled(SQUARE, 'aba')).toBe('its ways enclose nothing');
    expect(assembleArea([{ id: 1, role: 'outer', refs: [], positions: new Int32Array(0) }])).toEqual({
      reason: 'its ways enclose nothing',
    });
  });

  it('comes of a copied part that leaves it unclear where the ring goes', () => {
    expect(assembled(SQUARE, 'abc', 'bcd', 'da')).toMatch(/^a ring is open/);
  });
});
