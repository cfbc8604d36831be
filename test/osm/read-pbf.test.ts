import * as zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import { readOsm } from '../../src/osm/read.js';
import { collect, inputErrorOf, missingFile, temporaryFile } from './collect.js';
import { blob, block, bytes, framed, header, int, pbf, zigzag, type TestGroup } from './pbf-writer.js';

const nodes = [
  { id: 10, lon7: 1069000000, lat7: 479000000 },
  { id: -3, lon7: -1800000000, lat7: 900000000, tags: { name: 'Сүхбаатарын талбай', place: 'square' } },
  { id: 2 ** 32 + 5, lon7: 1800000000, lat7: -900000000, tags: { 'name:en': '東京 🏔' } },
  { id: 9_007_199_254_740_991, lon7: 0, lat7: -1 },
];
const ways = [
  { id: 7, refs: [10, -3, 2 ** 32 + 5, 10], tags: { highway: 'residential', oneway: 'yes' } },
  { id: -8, refs: [] },
  { id: 2 ** 40, refs: [1] },
];
const relations = [
  {
    id: 5,
    members: [
      { type: 'way' as const, ref: 7, role: 'outer' },
      { type: 'node' as const, ref: -3, role: '' },
      { type: 'relation' as const, ref: 2 ** 33, role: 'хэсэг' },
    ],
    tags: { type: 'boundary' },
  },
  { id: 6, members: [] },
];
const everything: TestGroup[] = [{ nodes }, { ways }, { relations }];
const withNullTags = <T extends object>(elements: readonly T[]): unknown[] =>
  elements.map((element) => ({ tags: null, ...element }));

describe('PBF', () => {
  it.each(['raw', 'zlib'] as const)('reads dense nodes, ways and relations, %s', async (packing) => {
    const found = await collect(pbf([everything], { packing }));
    expect(found.counts).toEqual({ nodes: 4, ways: 3, relations: 2 });
    expect(found.nodes).toEqual(withNullTags(nodes));
    expect(found.ways).toEqual(withNullTags(ways));
    expect(found.relations).toEqual(withNullTags(relations));
  });

  it('reads plain nodes', async () => {
    expect((await collect(pbf([[{ nodes, plain: true }]]))).nodes).toEqual(withNullTags(nodes));
  });

  it.each([
    { granularity: 1, lonOffset: 100, latOffset: -700 },
    { granularity: 1000, lonOffset: 500_000_300, latOffset: -4_000_000_100 },
    { granularity: 50 },
  ])('applies granularity and offsets: %o', async (options) => {
    const grid = [0, 1, 2].map((i) => ({ id: i, lon7: 1_069_000_003 + i * 10, lat7: 479_000_009 + i * 10 }));
    for (const plain of [true, false]) {
      const found = await collect(pbf([[{ nodes: grid, plain }]], options));
      expect(found.nodes).toEqual(withNullTags(grid));
    }
  });

  it('rounds what lies between two units', async () => {
    const finer = [
      ...bytes(1, bytes(1, '')),
      ...bytes(2, bytes(1, [...sint(1, 1), ...sint(8, 149), ...sint(9, -151)])),
      ...int(17, 1),
    ];
    const found = await collect(Buffer.concat([blob('OSMHeader', header()), blob('OSMData', finer)]));
    expect(found.nodes).toEqual([{ id: 1, lon7: -2, lat7: 1, tags: null }]);
  });

  it('keeps file order, sorted or not, over groups and blobs', async () => {
    const mixed: TestGroup[][] = [
      [
        { relations: [{ id: 2, members: [] }] },
        {
          nodes: [
            { id: 9, lon7: 1, lat7: 1 },
            { id: 4, lon7: 1, lat7: 1 },
          ],
        },
      ],
      [
        {
          ways: [
            { id: 3, refs: [4] },
            { id: 1, refs: [9] },
          ],
        },
        { nodes: [{ id: 1, lon7: 5, lat7: 5 }], plain: true },
        { relations: [{ id: 1, members: [] }] },
      ],
    ];
    expect((await collect(pbf(mixed))).order).toEqual(['r2', 'n9', 'n4', 'w3', 'w1', 'n1', 'r1']);
  });

  it('keeps the order over many blobs that are unpacked at the same time', async () => {
    const blocks = Array.from({ length: 60 }, (_, i): TestGroup[] => [
      {
        nodes: Array.from({ length: i % 7 === 0 ? 3000 : 1 }, (_, j) => ({
          id: i * 10_000 + j,
          lon7: i,
          lat7: j,
        })),
      },
    ]);
    const found = await collect(pbf(blocks));
    expect(found.nodes.map((node) => node.id)).toEqual(
      found.nodes.map((node) => node.id).sort((a, b) => a - b),
    );
    expect(found.counts.nodes).toBe(9 * 3000 + 51);
  });

  it('keeps a tag whose key is a name of the language', async () => {
    const tags = JSON.parse('{"__proto__": "a", "constructor": "b", "hasOwnProperty": "c"}') as Record<
      string,
      string
    >;
    const found = await collect(
      pbf([[{ nodes: [{ id: 1, lon7: 0, lat7: 0, tags }] }, { ways: [{ id: 1, refs: [], tags }] }]]),
    );
    for (const element of [found.nodes[0], found.ways[0]])
      expect(Object.entries(element.tags ?? {})).toEqual(Object.entries(tags));
  });

  it('counts kinds that nobody asked for', async () => {
    const path = temporaryFile(pbf([everything, [{ nodes, plain: true }]]));
    const seen: number[] = [];
    expect(await readOsm(path, {})).toEqual({ nodes: 8, ways: 3, relations: 2 });
    expect(
      await readOsm(path, {
        way: (id) => {
          seen.push(id);
        },
      }),
    ).toEqual({ nodes: 8, ways: 3, relations: 2 });
    expect(seen).toEqual([7, -8, 2 ** 40]);
  });

  it('skips locations on ways, blobs of other types and unknown fields', async () => {
    const file = Buffer.concat([
      blob('OSMHeader', [...header(['OsmSchema-V0.6', 'DenseNodes', 'LocationsOnWays']), ...bytes(99, 'x')]),
      blob('Index', [1, 2, 3]),
      blob('OSMData', [...block([{ ways, withLocations: true }]), ...int(55, 1)]),
    ]);
    expect((await collect(file)).ways).toEqual(withNullTags(ways));
  });

  it('gives the timestamp of the header', async () => {
    const file = Buffer.concat([blob('OSMHeader', header(['OsmSchema-V0.6'], 1_735_689_600))]);
    expect((await collect(file)).counts).toEqual({
      nodes: 0,
      ways: 0,
      relations: 0,
      timestamp: '2025-01-01T00:00:00Z',
    });
  });

  it('makes strings that are not UTF-8 readable', async () => {
    const broken = block([{ nodes: [{ id: 1, lon7: 0, lat7: 0, tags: { name: 'ab' } }] }]);
    broken[broken.indexOf('a'.charCodeAt(0), broken.indexOf('b'.charCodeAt(0)) - 1)] = 0xd0;
    const found = await collect(Buffer.concat([blob('OSMHeader', header()), blob('OSMData', broken)]));
    expect(found.nodes[0].tags).toEqual({ name: '\uFFFDb' });
  });

  it('reports progress up to the last byte', async () => {
    const content = pbf([everything, everything]);
    const steps: [number, number][] = [];
    await readOsm(
      temporaryFile(content),
      {},
      {
        onProgress: (read, total) => {
          steps.push([read, total]);
        },
      },
    );
    expect(steps).toHaveLength(3);
    expect(steps.at(-1)).toEqual([content.length, content.length]);
    expect(steps.map(([read]) => read)).toEqual(steps.map(([read]) => read).sort((a, b) => a - b));
  });

  it('stops when told to, and passes on what a handler throws', async () => {
    const path = temporaryFile(pbf([everything, everything]));
    const stop = new AbortController();
    let calls = 0;
    const reason = new Error('enough');
    await expect(
      readOsm(
        path,
        {
          node: () => {
            calls++;
            stop.abort(reason);
          },
        },
        { signal: stop.signal },
      ),
    ).rejects.toBe(reason);
    expect(calls).toBe(4);
    await expect(readOsm(path, {}, { signal: stop.signal })).rejects.toBe(reason);
    const own = new TypeError('of the handler');
    await expect(
      readOsm(path, {
        way: () => {
          throw own;
        },
      }),
    ).rejects.toBe(own);
  });
});

function sint(field: number, value: number): number[] {
  return [...int(field, 0).slice(0, -1), ...zigzag(BigInt(value))];
}

describe('a PBF file that cannot be read', () => {
  const good = pbf([everything]);
  const head = blob('OSMHeader', header());
  const data = (content: readonly number[]): Buffer => Buffer.concat([head, blob('OSMData', content)]);

  it('is missing, a folder or empty', async () => {
    await expect(readOsm(missingFile(), {})).rejects.toThrow(
      new InputError(`cannot read ${missingFile()}: there is no such file; check its name and folder`),
    );
    await expect(readOsm('/', {})).rejects.toThrow('cannot read /: it is a folder; name the files in it');
    expect(await inputErrorOf('')).toBe('the file is empty');
  });

  it.each([
    ['a bzip2 file', Buffer.from('BZh91AY&SY')],
    ['an xz file', Buffer.from('fd377a585a0000', 'hex')],
    ['a zip file', Buffer.from('504b0304140000', 'hex')],
    ['an o5m file', Buffer.from('ffe0046f356d32', 'hex')],
  ])('is of another kind: %s', async (what, content) => {
    expect(await inputErrorOf(content)).toContain(`this is ${what}`);
  });

  it('is neither', async () => {
    expect(await inputErrorOf('hello')).toBe(
      'byte 0: neither PBF nor XML nor gzip; give an .osm.pbf, .osm or .osm.gz file',
    );
  });

  it('is cut off, at any byte', async () => {
    const blobEnds = [head.length];
    for (let length = 1; length < good.length; length++) {
      if (blobEnds.includes(length)) continue;
      expect(await inputErrorOf(good.subarray(0, length))).toMatch(/^byte (0|\d+): .*truncated/);
    }
  });

  it.each([
    ['a header above 64 KiB', Buffer.from('00010001ff', 'hex'), /byte 0: a blob header has 65537 bytes/],
    [
      'a blob above 32 MiB',
      framed('OSMHeader', [], 32 * 1024 * 1024 + 1),
      /byte 0: a blob has 33554433 bytes/,
    ],
    ['a negative size', framed('OSMHeader', [], -1), /byte 0: a blob has -1 bytes/],
    [
      'unpacked size above 32 MiB',
      Buffer.concat([head, framed('OSMData', [...int(2, 2 ** 31), ...bytes(3, [1])])]),
      /byte \d+: .*2147483648 bytes/,
    ],
    [
      'no unpacked size',
      Buffer.concat([head, framed('OSMData', bytes(3, [1]))]),
      /claims to unpack to -1 bytes/,
    ],
    [
      'more content than declared',
      Buffer.concat([
        head,
        framed('OSMData', [...int(2, 10), ...bytes(3, zlib.deflateSync(Buffer.alloc(5_000_000)))]),
      ]),
      /cannot be unpacked/,
    ],
    [
      'less content than declared',
      Buffer.concat([
        head,
        framed('OSMData', [...int(2, 1000), ...bytes(3, zlib.deflateSync(Buffer.alloc(10)))]),
      ]),
      /1000 bytes, but it has 10/,
    ],
    ['no content', Buffer.concat([head, framed('OSMData', [])]), /without content/],
    [
      'lzma',
      Buffer.concat([head, framed('OSMData', bytes(4, [1]))]),
      /packed with lzma, which is not supported/,
    ],
    ['bzip2', Buffer.concat([head, framed('OSMData', bytes(5, [1]))]), /packed with bzip2/],
    ['lz4', Buffer.concat([head, framed('OSMData', [...int(2, 10), ...bytes(6, [1])])]), /packed with lz4/],
    [
      'a history file',
      blob('OSMHeader', header(['OsmSchema-V0.6', 'HistoricalInformation'])),
      /byte 0: this is a history file.*snapshot/,
    ],
    [
      'an unknown feature',
      blob('OSMHeader', header(['OsmSchema-V0.7'])),
      /requires the feature "OsmSchema-V0.7"/,
    ],
    ['data before the header', blob('OSMData', block([])), /data before the header/],
  ])('has %s', async (_what, content, message) => {
    expect(await inputErrorOf(content)).toMatch(message);
  });

  it.each([
    [
      'a node beyond the pole',
      block([{ nodes: [{ id: 1, lon7: 0, lat7: 900_000_001 }] }]),
      /node 1 is at 0, 90.0000001/,
    ],
    [
      'a node beyond the date line',
      block([{ nodes: [{ id: 1, lon7: -1_800_000_001, lat7: 0 }], plain: true }]),
      /node 1 is at -180.0000001, 0/,
    ],
    [
      'a node without a position',
      [...bytes(1, bytes(1, '')), ...bytes(2, bytes(1, sint(1, 1)))],
      /not on earth/,
    ],
    ['a way without an id', [...bytes(1, bytes(1, '')), ...bytes(2, bytes(3, []))], /a way without an id/],
    [
      'a string that is not there',
      [...bytes(1, bytes(1, '')), ...bytes(2, bytes(3, [...int(1, 1), ...bytes(2, [1]), ...bytes(3, [1])]))],
      /string 1 does not exist in a block with 1 strings/,
    ],
    [
      'more keys than values',
      [
        ...bytes(1, bytes(1, '')),
        ...bytes(2, bytes(3, [...int(1, 1), ...bytes(2, [0, 0]), ...bytes(3, [0])])),
      ],
      /truncated/,
    ],
    [
      'more values than keys',
      [
        ...bytes(1, bytes(1, '')),
        ...bytes(2, bytes(3, [...int(1, 1), ...bytes(2, [0]), ...bytes(3, [0, 0])])),
      ],
      /more values than keys/,
    ],
    [
      'more positions than ids',
      bytes(2, bytes(2, [...bytes(1, [2]), ...bytes(8, [2, 2]), ...bytes(9, [2])])),
      /different number/,
    ],
    [
      'fewer positions than ids',
      bytes(2, bytes(2, [...bytes(1, [2, 2]), ...bytes(8, [2]), ...bytes(9, [2, 2])])),
      /truncated/,
    ],
    [
      'a member without a type',
      [...bytes(1, bytes(1, '')), ...bytes(2, bytes(4, [...int(1, 1), ...bytes(8, [0]), ...bytes(9, [2])]))],
      /truncated/,
    ],
    [
      'a member of type 3',
      [
        ...bytes(1, bytes(1, '')),
        ...bytes(2, bytes(4, [...int(1, 1), ...bytes(8, [0]), ...bytes(9, [2]), ...bytes(10, [3])])),
      ],
      /relation 1 has a member of an unknown type/,
    ],
    ['a group longer than its block', [0x12, 100, 1], /100 bytes, but only 1 are left/],
    ['a wrong wire type', int(2, 7), /wire type 0/],
  ])('has in a block %s', async (_what, content, message) => {
    expect(await inputErrorOf(data(content))).toMatch(message);
    expect(await inputErrorOf(data(content))).toContain(`byte ${head.length}: `);
  });

  it('names the blob at fault, not the one being unpacked meanwhile', async () => {
    const third = blob('OSMData', [0x12, 100, 1]);
    const file = Buffer.concat([good, third, blob('OSMData', block(everything)), good.subarray(0, 20)]);
    expect(await inputErrorOf(file)).toMatch(new RegExp(`^byte ${good.length}: `));
  });

  it('is packed with zstd: read where Node has it, else a clear error', async () => {
    const { zstdCompressSync } = zlib as unknown as { zstdCompressSync?: (data: Uint8Array) => Buffer };
    const content = Uint8Array.from(block(everything));
    // Without zstd in Node, nothing can be packed with it here. The reader must stop before it unpacks.
    const packed = zstdCompressSync?.(content) ?? Buffer.from([1]);
    const file = Buffer.concat([head, framed('OSMData', [...int(2, content.length), ...bytes(7, packed)])]);
    if (zstdCompressSync === undefined)
      expect(await inputErrorOf(file)).toMatch(/packed with zstd, which needs Node 22.15/);
    else expect((await collect(file)).counts).toEqual({ nodes: 4, ways: 3, relations: 2 });
  });
});
