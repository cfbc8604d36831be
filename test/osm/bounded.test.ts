import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readOsm } from '../../src/osm/read.js';
import { assembleArea, type MemberWay } from '../../src/osm/assemble-area.js';
import { inputErrorOf, temporaryFile } from './collect.js';
import { blob, block, header } from './pbf-writer.js';

/** Small files that would cost much. Each ends early, with its reason. */

const MIB = 1024 * 1024;

describe('a file that unpacks to far more than it holds', () => {
  it('ends in one line: blanks between the elements of XML', async () => {
    const packed = gzipSync(`<osm version="0.6">${' '.repeat(40 * MIB)}</osm>`);
    expect(packed.length).toBeLessThan(MIB / 10);
    expect(await inputErrorOf(packed)).toMatch(
      /^line \d+, column \d+: \d+ bytes unpack to \d+ or more; real map data unpacks to at most 100 times/,
    );
  });

  it('is unpacked no further than to the limit', async () => {
    // Blanks cost a reader less than elements do.
    const element = '<node id="1" lat="1" lon="1"/>'.padEnd(1024);
    const packed = gzipSync(`<osm version="0.6">${element.repeat(128 * 1024)}</osm>`);
    let nodes = 0;
    await expect(readOsm(temporaryFile(packed), { node: () => void nodes++ })).rejects.toThrow(/unpack to/);
    // 16 MiB and 100 times the file are free. One chunk more may be in work.
    expect(nodes).toBeLessThan((16 * MIB + 100 * packed.length + 30 * MIB) / element.length);
  });

  it('ends in one line: blobs of PBF that hold nothing', async () => {
    const blanks = blob('OSMData', [...unknownField(4 * MIB)]);
    const file = Buffer.concat([blob('OSMHeader', header()), ...new Array<Buffer>(6).fill(blanks)]);
    expect(await inputErrorOf(file)).toMatch(/^byte \d+: \d+ bytes unpack to \d+ or more/);
  });

  it('is read when it is only small', async () => {
    const packed = gzipSync(`<osm version="0.6">${' '.repeat(10 * MIB)}<node id="1" lat="1" lon="1"/></osm>`);
    expect(await readOsm(temporaryFile(packed), {})).toEqual({ nodes: 1, ways: 0, relations: 0 });
  });
});

/** Field 99, which a reader skips, with that many zeros. */
function unknownField(length: number): Uint8Array {
  const field = Buffer.alloc(length);
  field.set([0x9a, 0x06]);
  let rest = length - 6;
  for (let i = 2; i < 6; i++, rest >>>= 7) field[i] = (rest & 0x7f) | (i < 5 ? 0x80 : 0);
  return field;
}

describe('an element with too much in it', () => {
  const osm = (inside: string): string => `<osm version="0.6">${inside}</osm>`;

  it.each([
    [
      'attributes',
      `<node ${Array.from({ length: 101 }, (_, i) => `a${i}=""`).join(' ')}/>`,
      /more than 100 attributes/,
    ],
    ['nodes of a way', `<way id="1">${'<nd ref="1"/>'.repeat(100_001)}</way>`, /way 1 has more than 100000/],
    [
      'members of a relation',
      `<relation id="1">${'<member type="way" ref="1" role=""/>'.repeat(100_001)}</relation>`,
      /relation 1 has more than 100000 members/,
    ],
    ['text in one value', `<node id="${'1'.repeat(300_000)}"/>`, /Max buffer length exceeded/],
  ])('ends in one line: %s', async (_what, inside, message) => {
    expect(await inputErrorOf(osm(inside))).toMatch(message);
  });

  it('ends in one line in PBF, too', async () => {
    const refs = Array.from({ length: 100_001 }, (_, i) => i);
    const way = blob('OSMData', block([{ ways: [{ id: 7, refs }] }]));
    const file = Buffer.concat([blob('OSMHeader', header()), way]);
    expect(await inputErrorOf(file)).toMatch(/way 7 has 100001 nodes, but the limit is 100000/);
  });
});

describe('assembling an area', () => {
  it('gives up on ways that lie along each other again and again', () => {
    // Each segment spans the next one, all on one line. Vertices inside segments grow with the square.
    const count = 3000;
    const order = Array.from({ length: count / 2 }, (_, i) => [i, count - 1 - i]).flat();
    const refs = [...order, 0];
    const way: MemberWay = {
      id: 1,
      role: '',
      refs,
      positions: Int32Array.from(refs.flatMap((ref) => [ref * 10, 0])),
    };
    expect(assembleArea([way])).toEqual({ reason: 'its ways are too tangled' });
  });

  it('gives up on very many rings beside each other', () => {
    const ways = Array.from({ length: 5000 }, (_, i): MemberWay => {
      const [x, y] = [i * 10, 0];
      const corners = [x, y, x + 5, y, x + 5, y + 5 + i, x, y + 5 + i, x, y];
      return { id: i, role: '', refs: [0, 1, 2, 3, 0], positions: Int32Array.from(corners) };
    });
    expect(assembleArea(ways)).toEqual({ reason: 'it has too many separate rings' });
    const fewer = assembleArea(ways.slice(0, 1000));
    expect('polygons' in fewer && fewer.polygons.length).toBe(1000);
  });

  it('takes the largest outlines that exist', () => {
    const count = 300_000;
    const refs = Array.from({ length: count + 1 }, (_, i) => i % count);
    const angle = (ref: number): number => (ref / count) * 2 * Math.PI;
    const positions = Int32Array.from(
      refs.flatMap((ref) => [Math.round(5e8 * Math.cos(angle(ref))), Math.round(5e8 * Math.sin(angle(ref)))]),
    );
    const found = assembleArea([{ id: 1, role: '', refs, positions }]);
    expect('polygons' in found && found.polygons[0][0].length).toBe(2 * (count + 1));
  });

  it('refuses outlines beyond any that exists', () => {
    const refs = { length: 2_000_001 };
    const way: MemberWay = { id: 1, role: '', refs, positions: new Int32Array(4_000_002) };
    expect(assembleArea([way])).toEqual({ reason: 'it has too many nodes' });
  });
});
