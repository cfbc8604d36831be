import { describe, expect, it } from 'vitest';
import { assembleArea, type MemberWay } from '../../src/osm/assemble-area.js';
import { seededRandom } from '../seeded-random.js';

/**
 * A random area made of the cells of a bent grid. Counting cells tells what must come out: how many
 * polygons and holes there are, which cells lie inside, and how large the area is.
 */
interface CellArea {
  width: number;
  height: number;
  /** 1 for a cell in the area, row by row. The outermost cells are empty. */
  cells: Uint8Array;
  /** Corners of cells as pairs lon7, lat7, row by row, with `width + 1` corners in a row. */
  corners: Int32Array;
}

const ROLES = ['outer', 'inner', '', 'enclave'];

function randomCells(random: () => number): CellArea {
  const width = 3 + Math.floor(random() * 9);
  const height = 3 + Math.floor(random() * 9);
  const share = random();
  const cells = new Uint8Array(width * height);
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) cells[y * width + x] = random() < share ? 1 : 0;
  // A cell is from a few centimetres to a tenth of the earth wide. The grid is straight, or bent by less
  // than a quarter of a cell, so lines never cross.
  const size = 4 * Math.ceil(2.5e7 ** random());
  const bend = random() < 0.3 ? 0 : size / 4 - 1;
  const left = Math.round((random() - 0.5) * 1e9);
  const bottom = Math.round((random() - 0.5) * 5e8);
  const corners = new Int32Array((width + 1) * (height + 1) * 2);
  for (let y = 0; y <= height; y++) {
    for (let x = 0; x <= width; x++) {
      const corner = (y * (width + 1) + x) * 2;
      corners[corner] = left + x * size + Math.round((random() * 2 - 1) * bend);
      corners[corner + 1] = bottom + y * size + Math.round((random() * 2 - 1) * bend);
    }
  }
  return { width, height, cells, corners };
}

/** Pairs of corners. A cell of the area and a cell outside meet between the two. */
function borderOf({ width, height, cells }: CellArea): [number, number][] {
  const border: [number, number][] = [];
  const row = width + 1;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cell = cells[y * width + x];
      if (x > 0 && cells[y * width + x - 1] !== cell) border.push([y * row + x, (y + 1) * row + x]);
      if (y > 0 && cells[(y - 1) * width + x] !== cell) border.push([y * row + x, y * row + x + 1]);
    }
  }
  return border;
}

/** The border as lines of random length, order and direction. Every piece is in exactly one line. */
function randomLines(border: readonly [number, number][], random: () => number): number[][] {
  const left = new Map<number, number[]>();
  const link = (a: number, b: number): void => {
    left.set(a, [...(left.get(a) ?? []), b]);
  };
  const unlink = (a: number, b: number): void => {
    left.get(a)!.splice(left.get(a)!.indexOf(b), 1);
  };
  for (const [a, b] of border) {
    link(a, b);
    link(b, a);
  }
  const longest = 1 + Math.floor(random() * 30);
  const lines: number[][] = [];
  for (const [a, b] of border) {
    if (!left.get(a)!.includes(b)) continue;
    const line = random() < 0.5 ? [a] : [b];
    for (let at = line[0]; line.length <= longest;) {
      const next = left.get(at)!;
      if (next.length === 0) break;
      const to = line.length === 1 ? (at === a ? b : a) : next[Math.floor(random() * next.length)];
      unlink(at, to);
      unlink(to, at);
      line.push(to);
      at = to;
    }
    lines.push(random() < 0.5 ? line : line.reverse());
  }
  return lines
    .map((line) => [random(), line] as const)
    .sort((a, b) => a[0] - b[0])
    .map(([, line]) => line);
}

function membersOf({ corners }: CellArea, lines: readonly number[][], random: () => number): MemberWay[] {
  return lines.map((line, i) => ({
    id: i + 1,
    role: ROLES[Math.floor(random() * ROLES.length)],
    refs: line,
    positions: Int32Array.from(line.flatMap((corner) => [corners[corner * 2], corners[corner * 2 + 1]])),
  }));
}

/** The number of connected groups of the cells for which `member` is true. Only common sides connect. */
function countGroups({ width, height }: CellArea, member: (cell: number) => boolean): number {
  return groupsOf({ width, height }, member).length;
}

function groupsOf(
  { width, height }: Pick<CellArea, 'width' | 'height'>,
  member: (cell: number) => boolean,
): number[][] {
  const seen = new Uint8Array(width * height);
  const groups: number[][] = [];
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] === 1 || !member(start)) continue;
    const group = [start];
    seen[start] = 1;
    for (const cell of group) {
      const x = cell % width;
      const next = [x > 0 ? cell - 1 : -1, x < width - 1 ? cell + 1 : -1, cell - width, cell + width];
      for (const other of next) {
        if (other < 0 || other >= seen.length || seen[other] === 1 || !member(other)) continue;
        seen[other] = 1;
        group.push(other);
      }
    }
    groups.push(group);
  }
  return groups;
}

/** Twice the area in square units, exact. Positive if the ring runs anticlockwise. */
function twiceArea(ring: ArrayLike<number>): bigint {
  let sum = 0n;
  for (let i = 0; i + 3 < ring.length; i += 2)
    sum += BigInt(ring[i]) * BigInt(ring[i + 3]) - BigInt(ring[i + 2]) * BigInt(ring[i + 1]);
  return sum;
}

function cellRing({ width, corners }: CellArea, cell: number): number[] {
  const first = Math.floor(cell / width) * (width + 1) + (cell % width);
  return [first, first + 1, first + width + 2, first + width + 1, first].flatMap((corner) => [
    corners[corner * 2],
    corners[corner * 2 + 1],
  ]);
}

function isInRing(ring: ArrayLike<number>, x: number, y: number): boolean {
  let inside = false;
  for (let i = 0; i + 3 < ring.length; i += 2) {
    const [x1, y1, x2, y2] = [ring[i], ring[i + 1], ring[i + 2], ring[i + 3]];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
  }
  return inside;
}

/** Whether the ring is closed, has no vertex twice, and is at least a triangle. */
function isSimple(ring: Int32Array): boolean {
  const keys = new Set<string>();
  for (let i = 0; i < ring.length - 2; i += 2) keys.add(`${ring[i]},${ring[i + 1]}`);
  return (
    keys.size === ring.length / 2 - 1 &&
    keys.size >= 3 &&
    ring[0] === ring[ring.length - 2] &&
    ring[1] === ring[ring.length - 1]
  );
}

function checkArea(area: CellArea, members: readonly MemberWay[], label: string): void {
  const { width, height, cells } = area;
  const result = assembleArea(members);
  if (!('polygons' in result)) throw new Error(`${label}: ${result.reason}`);
  const { polygons } = result;
  const groups = groupsOf(area, (cell) => cells[cell] === 1);
  expect(polygons.length, `${label}: polygons`).toBe(groups.length);
  // All cells outside a group form its holes, apart from the outside. Cells that touch
  // at a corner only are separate.
  const holes = groups.map((group) => countGroups(area, (cell) => !group.includes(cell)) - 1);
  expect(polygons.map((rings) => rings.length - 1).sort(), `${label}: holes`).toEqual(holes.sort());
  let sum = 0n;
  for (const [outer, ...inners] of polygons) {
    expect([outer, ...inners].every(isSimple), `${label}: simple rings`).toBe(true);
    expect(twiceArea(outer) > 0n && inners.every((inner) => twiceArea(inner) < 0n), `${label}: winding`).toBe(
      true,
    );
    for (const ring of [outer, ...inners]) sum += twiceArea(ring);
  }
  const expected = groups.flat().reduce((total, cell) => total + twiceArea(cellRing(area, cell)), 0n);
  expect(sum, `${label}: area`).toBe(expected);
  for (let cell = 0; cell < width * height; cell++) {
    const ring = cellRing(area, cell);
    const [x, y] = [(ring[0] + ring[2] + ring[4] + ring[6]) / 4, (ring[1] + ring[3] + ring[5] + ring[7]) / 4];
    const holding = polygons.filter(
      ([outer, ...inners]) => isInRing(outer, x, y) && !inners.some((inner) => isInRing(inner, x, y)),
    );
    expect(holding.length, `${label}: cell ${cell}`).toBe(cells[cell]);
  }
}

function forSeeds(
  count: number,
  check: (random: () => number, area: CellArea, lines: number[][], label: string) => void,
): void {
  for (let seed = 1; seed <= count; seed++) {
    const random = seededRandom(seed);
    const area = randomCells(random);
    if (!area.cells.includes(1)) continue;
    check(random, area, randomLines(borderOf(area), random), `seed ${seed}`);
  }
}

describe('random areas cut into shuffled, reversed ways with any roles', () => {
  it('come back with the same polygons, holes, area and inside', () => {
    forSeeds(600, (random, area, lines, label) => {
      checkArea(area, membersOf(area, lines, random), label);
    });
  });

  it('do so with ways that are listed or drawn twice', () => {
    forSeeds(200, (random, area, lines, label) => {
      const members = membersOf(area, lines, random);
      const listed = members[Math.floor(random() * members.length)];
      const isClosed = (line: readonly number[]): boolean => line[0] === line[line.length - 1];
      // Copies of several open ways may cancel each other. Copies of closed ways,
      // or of a single way, cannot.
      const copied = [...lines.filter(isClosed), ...lines.filter((line) => !isClosed(line)).slice(0, 1)].map(
        (line) => line.slice().reverse(),
      );
      const copies = membersOf(area, copied, random).map((way) => ({ ...way, id: way.id + 10_000 }));
      checkArea(area, [...copies, ...members, listed], label);
    });
  });

  it('do so when straight lines touch others where they have no node', () => {
    forSeeds(200, (random, area, _lines, label) => {
      const row = area.width + 1;
      const size = area.corners[2] - area.corners[0] + 1000;
      for (let i = 0; i < area.corners.length / 2; i++)
        area.corners.set([(i % row) * size, Math.floor(i / row) * size], i * 2);
      // Each line runs straight on over the corners of other lines, as a way of two nodes. Where four
      // lines meet, only those from west to east run on, because they would cross otherwise.
      const border = new Set(borderOf(area).map((pair) => pair.join()));
      const degree = new Map<number, number>();
      for (const corner of borderOf(area).flat()) degree.set(corner, (degree.get(corner) ?? 0) + 1);
      const long: number[][] = [];
      for (const [a, b] of borderOf(area)) {
        if (!border.delete(`${a},${b}`)) continue;
        let end = b;
        for (
          const step = b - a;
          (step === 1 || degree.get(end) === 2) && random() < 0.9 && border.delete(`${end},${end + step}`);
        )
          end += step;
        long.push([a, end]);
      }
      checkArea(area, membersOf(area, long, random), label);
    });
  });

  it('end in a reason when any one open way is missing', () => {
    forSeeds(150, (random, area, lines, label) => {
      for (const [i, line] of lines.entries()) {
        if (line[0] === line[line.length - 1]) continue;
        const result = assembleArea(
          membersOf(
            area,
            lines.filter((_, j) => j !== i),
            random,
          ),
        );
        expect('reason' in result && result.reason, `${label} without way ${i}`).toMatch(/open|no member/);
      }
    });
  });

  it('end in a reason when a ring crosses them without a common node', () => {
    forSeeds(150, (random, area, lines, label) => {
      const [a, b] = borderOf(area)[0];
      const at = (corner: number): number[] => [...area.corners.subarray(corner * 2, corner * 2 + 2)];
      const [[x1, y1], [x2, y2]] = [at(a), at(b)];
      // A thin triangle straight across the middle of one piece of border. It stays
      // within its own quarter of a cell.
      const [mx, my, dx, dy] = [(x1 + x2) / 2, (y1 + y2) / 2, (y2 - y1) / 8, (x1 - x2) / 8];
      const triangle = [
        mx + dx,
        my + dy,
        mx - dx,
        my - dy,
        mx - dx + dy / 8,
        my - dy + dx / 8,
        mx + dx,
        my + dy,
      ].map(Math.round);
      if (Math.hypot(dx, dy) < 20) return;
      const crossing = { id: 9999, role: 'inner', refs: [1, 2, 3, 1], positions: Int32Array.from(triangle) };
      const result = assembleArea([...membersOf(area, lines, random), crossing]);
      expect('reason' in result && result.reason, label).toMatch(/cross without a common node/);
    });
  });
});

describe('random rings on few places', () => {
  /** Whether the two segments cross in a point inside both. */
  const cross = (a: number[], b: number[]): boolean => {
    const turn = (x: number, y: number, [x1, y1, x2, y2]: number[]): number =>
      Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1));
    return turn(a[0], a[1], b) * turn(a[2], a[3], b) < 0 && turn(b[0], b[1], a) * turn(b[2], b[3], a) < 0;
  };
  const segmentsOf = (rings: readonly number[][]): number[][] =>
    rings.flatMap((ring) =>
      Array.from({ length: ring.length / 2 - 1 }, (_, i) => ring.slice(i * 2, i * 2 + 4)),
    );

  it('enclose what a ray meets an odd number of times, or cross', () => {
    let assembled = 0;
    for (let seed = 1; seed <= 4000; seed++) {
      const random = seededRandom(seed);
      const places = 2 + Math.floor(random() * 4);
      const place = (): number => Math.floor(random() * (places + 1));
      const rings = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
        const ring = Array.from({ length: (3 + Math.floor(random() * 4)) * 2 }, place);
        return [...ring, ring[0], ring[1]];
      });
      const result = assembleArea(
        rings.map((ring, i) => ({
          id: i,
          role: '',
          refs: ring.slice(ring.length / 2),
          positions: Int32Array.from(ring),
        })),
      );
      const keys = rings.map((ring) =>
        segmentsOf([ring])
          .filter(([a, b, c, d]) => a !== c || b !== d)
          .map(([a, b, c, d]) => [`${a},${b}`, `${c},${d}`].sort().join())
          .sort()
          .join(),
      );
      // A ring drawn twice counts once. Another test covers that.
      if (new Set(keys).size < keys.length) continue;
      const segments = segmentsOf(rings);
      const crosses = segments.some((s, i) => segments.slice(i + 1).some((t) => cross(s, t)));
      if ('reason' in result) {
        expect(result.reason, `seed ${seed}`).toMatch(crosses ? /cross|nothing/ : /nothing/);
        if (crosses) continue;
      }
      const polygons = 'polygons' in result ? result.polygons : [];
      if (polygons.length > 0) assembled++;
      expect(polygons.flat().every(isSimple), `seed ${seed}`).toBe(true);
      for (let i = 0; i < 40; i++) {
        const [x, y] = [random() * places, random() * places];
        const parity = rings.filter((ring) => isInRing(ring, x, y)).length % 2;
        const holding = polygons.filter(
          ([outer, ...inners]) => isInRing(outer, x, y) && !inners.some((inner) => isInRing(inner, x, y)),
        );
        expect(holding.length, `seed ${seed} at ${x},${y}`).toBe(parity);
      }
    }
    expect(assembled).toBeGreaterThan(500);
  });
});
