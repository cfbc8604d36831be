import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readOsm } from '../../src/osm/read.js';
import { collect, inputErrorOf, temporaryFile } from './collect.js';

const osm = (inside: string, attributes = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<osm version="0.6"${attributes}>\n${inside}\n</osm>\n`;

const small = osm(
  `
  <bounds minlat="47.8" minlon="106.8" maxlat="48" maxlon="107"/>
  <node id="10" lat="47.9" lon="106.9"/>
  <node id="-3" version="1" visible="true" lat="-90" lon="+180.0000000">` +
    `<tag k="name" v="Сүхбаатарын талбай"/><tag k="place" v="square"/></node>
  <node id="4294967301" lat="1e1" lon=".5"></node>
  <way id="7"><nd ref="10"/><tag k="highway" v="residential"/><nd ref="-3"/></way>
  <way id="8"/>
  <relation id="5"><member type="way" ref="7" role="outer"/><member type="node" ref="-3" role=""/>` +
    `<member type="relation" ref="9"/><tag k="type" v="boundary"/></relation>`,
);

describe('OSM XML', () => {
  it('is read like PBF', async () => {
    const found = await collect(small);
    expect(found.counts).toEqual({ nodes: 3, ways: 2, relations: 1 });
    expect(found.nodes).toEqual([
      { id: 10, lon7: 1_069_000_000, lat7: 479_000_000, tags: null },
      {
        id: -3,
        lon7: 1_800_000_000,
        lat7: -900_000_000,
        tags: { name: 'Сүхбаатарын талбай', place: 'square' },
      },
      { id: 2 ** 32 + 5, lon7: 5_000_000, lat7: 100_000_000, tags: null },
    ]);
    expect(found.ways).toEqual([
      { id: 7, refs: [10, -3], tags: { highway: 'residential' } },
      { id: 8, refs: [], tags: null },
    ]);
    const members = [
      { type: 'way', ref: 7, role: 'outer' },
      { type: 'node', ref: -3, role: '' },
      { type: 'relation', ref: 9, role: '' },
    ];
    expect(found.relations).toEqual([{ id: 5, members, tags: { type: 'boundary' } }]);
  });

  it('of Overpass has the positions of nodes within ways, and middles', async () => {
    const found = await collect(
      osm(`
  <way id="2"><bounds minlat="47.9" minlon="106.9" maxlat="47.9" maxlon="106.91"/>
    <nd ref="10" lat="47.9" lon="106.9"/><nd ref="11" lat="47.9" lon="106.91"/>
    <tag k="highway" v="path"/></way>
  <way id="3"><center lat="47.95" lon="106.95"/><nd ref="12"/><tag k="amenity" v="school"/></way>
  <relation id="4"><center lat="48" lon="107"/><member type="way" ref="3" role="outer"/></relation>`),
    );
    expect(found.counts).toEqual({ nodes: 0, ways: 2, relations: 1 });
    expect(found.nodes).toEqual([
      { id: 10, lon7: 1_069_000_000, lat7: 479_000_000, tags: null },
      { id: 11, lon7: 1_069_100_000, lat7: 479_000_000, tags: null },
    ]);
    expect(found.centers).toEqual([
      ['way', 3, 1_069_500_000, 479_500_000],
      ['relation', 4, 1_070_000_000, 480_000_000],
    ]);
  });

  it('is read the same with gzip, a byte order mark or blanks in front', async () => {
    const plain = await collect(small);
    expect(await collect(gzipSync(small))).toEqual(plain);
    expect(await collect(Buffer.concat([gzipSync(small.slice(0, 300)), gzipSync(small.slice(300))]))).toEqual(
      plain,
    );
    expect(await collect(`\uFEFF${small}`)).toEqual(plain);
    expect(await collect(`\n \t${small.replace(/^.*\n/, '')}`)).toEqual(plain);
  });

  it('knows entities and letters of more than one byte, wherever the file is cut into pieces', async () => {
    // The text is longer than several pieces of reading. So letters of 2, 3 and 4
    // bytes lie across their borders.
    const names = Array.from({ length: 12_000 }, (_, i) => `${'ө€🏔'.repeat(3)}${i}`);
    const inside = names
      .map(
        (name, i) =>
          `<node id="${i}" lat="0" lon="0">` +
          `<tag k="name" v="${name} &amp;&lt;&gt;&quot;&apos;&#1202;&#x4AF;"/></node>`,
      )
      .join('\n');
    const found = await collect(osm(inside));
    expect(found.nodes.map((node) => node.tags?.['name'])).toEqual(names.map((name) => `${name} &<>"'Ҳү`));
  });

  it('rounds to 1e-7 degrees', async () => {
    const found = await collect(
      osm(
        '<node id="1" lat="47.12345674" lon="106.99999996"/>' +
          '<node id="2" lat="-0.00000006" lon="179.9999999"/>',
      ),
    );
    expect(found.nodes.map((node) => [node.lat7, node.lon7])).toEqual([
      [471234567, 1_070_000_000],
      [-1, 1_799_999_999],
    ]);
  });

  it('takes the time of the data from the root or from Overpass', async () => {
    expect((await collect(osm('', ' timestamp="2025-01-02T03:04:05Z"'))).counts.timestamp).toBe(
      '2025-01-02T03:04:05Z',
    );
    expect((await collect(osm('<meta osm_base="2025-01-02T03:04:06Z"/>'))).counts.timestamp).toBe(
      '2025-01-02T03:04:06Z',
    );
    expect((await collect(osm('', ' timestamp="yesterday"'))).counts.timestamp).toBeUndefined();
  });

  it('skips what it does not know, with all inside', async () => {
    const found = await collect(
      osm(
        `
      <changeset id="1"><tag k="a" v="b"/></changeset><note>text &amp; more</note>
      <way id="1"><bounds minlat="0"/><center lat="1" lon="2"><tag k="x" v="y"/></center>` +
          `<nd ref="5" lat="1" lon="2"><deep/></nd><tag k="a" v="b"/></way>`,
      ),
    );
    expect(found.ways).toEqual([{ id: 1, refs: [5], tags: { a: 'b' } }]);
    expect(found.counts).toEqual({ nodes: 0, ways: 1, relations: 0 });
  });

  it('takes the highest version of a history, and nothing that is deleted in it', async () => {
    const node = (id: number, version: number, lat: number) =>
      `<node id="${id}" version="${version}" lat="${lat}" lon="1"/>`;
    const way = (id: number, version: number, refs: number[], more = '') => {
      const nodes = refs.map((ref) => `<nd ref="${ref}"/>`).join('');
      return `<way id="${id}" version="${version}" ${more}>${nodes}</way>`;
    };
    const found = await collect(
      osm(
        [
          ...[node(1, 1, 10), node(1, 3, 30), node(1, 2, 20), node(2, 1, 5)],
          ...[node(3, 1, 1), '<node id="3" version="2" visible="false"/>'],
          ...[way(1, 1, [1, 2]), way(1, 2, [2, 1, 2]), way(2, 1, [1, 2]), way(2, 2, [], 'visible="false"')],
          way(3, 1, [2, 1]),
        ].join(''),
      ),
    );
    expect(found.nodes.map(({ id, lat7 }) => [id, lat7 / 1e7])).toEqual([
      [1, 30],
      [2, 5],
    ]);
    expect(found.ways.map(({ id, refs }) => [id, refs])).toEqual([
      [1, [2, 1, 2]],
      [3, [2, 1]],
    ]);
    expect(found.counts).toEqual({ nodes: 2, ways: 2, relations: 0 });
  });

  it('leaves deleted objects out', async () => {
    const found = await collect(
      osm(
        `<node id="1" visible="false"/><node id="2" action="delete" lat="1" lon="1"/>` +
          `<way id="3" visible="false"><nd ref="1"/></way>
      <relation id="4" action="delete"/><node id="5" action="modify" visible="true" lat="1" lon="1"/>`,
      ),
    );
    expect(found.order).toEqual(['n5']);
    expect(found.counts).toEqual({ nodes: 1, ways: 0, relations: 0 });
  });

  it('counts kinds that nobody asked for, reports progress, stops when told to', async () => {
    const path = temporaryFile(gzipSync(small));
    const steps: number[][] = [];
    expect(
      await readOsm(
        path,
        {},
        {
          onProgress: (...step) => {
            steps.push(step);
          },
        },
      ),
    ).toEqual({ nodes: 3, ways: 2, relations: 1 });
    expect(steps.at(-1)).toEqual([gzipSync(small).length, gzipSync(small).length]);
    const reason = new Error('enough');
    const stop = new AbortController();
    await expect(
      readOsm(
        temporaryFile(
          osm(Array.from({ length: 20_000 }, (_, id) => `<node id="${id}" lat="0" lon="0"/>`).join('\n')),
        ),
        {
          node: () => {
            stop.abort(reason);
          },
        },
        { signal: stop.signal },
      ),
    ).rejects.toBe(reason);
    await expect(
      readOsm(path, {
        way: () => {
          throw reason;
        },
      }),
    ).rejects.toBe(reason);
  });
});

describe('an OSM XML file that cannot be read', () => {
  it.each([
    ['a node without id', '<node lat="1" lon="1"/>', /^line 3, column 24: <node> without id$/],
    ['a node without lat', '<node id="1" lon="1"/>', /node 1 without lat/],
    ['a tag without v', '<node id="1" lat="1" lon="1"><tag k="a"/></node>', /a tag of node 1 lacks k or v/],
    ['an nd without ref', '<way id="1"><nd/></way>', /<nd> without ref/],
    [
      'a member without a type',
      '<relation id="1"><member ref="1"/></relation>',
      /a member of relation 1 has the unknown type ""/,
    ],
    [
      'a member of a strange type',
      '<relation id="1"><member type="area" ref="1"/></relation>',
      /type "area"/,
    ],
    ['an id with letters', '<node id="0x10" lat="1" lon="1"/>', /id "0x10", which is not a whole number/],
    ['an empty id', '<node id="" lat="1" lon="1"/>', /id ""/],
    ['an id beyond 2^53', '<node id="9007199254740993" lat="1" lon="1"/>', /within 2\^53/],
    [
      'a latitude beyond the pole',
      '<node id="1" lat="90.1" lon="1"/>',
      /node 1 with lat "90.1", which is not a number within ±90/,
    ],
    ['a latitude that is no number', '<node id="1" lat="NaN" lon="1"/>', /lat "NaN"/],
    ['a longitude with a comma', '<node id="1" lat="1" lon="1,5"/>', /lon "1,5"/],
    ['an infinite longitude', '<node id="1" lat="1" lon="1e999"/>', /lon "1e999"/],
    ['a tag outside', '<tag k="a" v="b"/>', /<tag> outside of an element/],
    ['a way inside a node', '<node id="1" lat="1" lon="1"><way id="2"/></node>', /<way> inside node 1/],
    ['an nd inside a relation', '<relation id="1"><nd ref="1"/></relation>', /<nd> inside relation 1/],
    [
      'an unknown entity',
      '<node id="1" lat="1" lon="1"><tag k="a" v="&b;"/></node>',
      /not well-formed XML \(Invalid character entity\)/,
    ],
    ['a wrong end tag', '<node id="1" lat="1" lon="1"></way>', /not well-formed/],
    [
      'an answer cut short',
      '<node id="1" lat="1" lon="1"/><remark> runtime error: Query timed out in "query" at line 3 </remark>',
      /incomplete.*Query timed out/,
    ],
    ['too deep nesting', '<a>'.repeat(70) + '</a>'.repeat(70), /nested deeper than 64/],
  ])('has %s', async (_what, inside, message) => {
    expect(await inputErrorOf(osm(inside))).toMatch(message);
    expect(await inputErrorOf(gzipSync(osm(inside)))).toMatch(message);
  });

  it.each([
    ['a change file', '<osmChange version="0.6"></osmChange>', /^line 1, column \d+: this is a change file/],
    ['another root', '<gpx/>', /the root element is <gpx>, not <osm>/],
    ['a web page', '<!DOCTYPE html><html><body>502 Bad Gateway</body></html>', /the root element is <html>/],
    [
      'another encoding',
      '<?xml version="1.0" encoding="ISO-8859-1"?><osm/>',
      /the encoding is ISO-8859-1, not UTF-8/,
    ],
    ['UTF-16', Buffer.from('\uFEFF<osm/>', 'utf16le'), /UTF-16/],
    [
      'entities that blow up',
      `<!DOCTYPE osm [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${osm(
        '<node id="1" lat="1" lon="1">' + '<tag k="a" v="&b;"/></node>',
      )}`.replace(/<\?xml.*\n/, ''),
      /Invalid character entity/,
    ],
    [
      'an attribute without end',
      `<osm><node id="${'1'.repeat(300_000)}`,
      /not well-formed XML \(Max buffer length exceeded/,
    ],
    ['text after the end', '<osm/>more', /Text data outside of root node/],
  ])('is %s', async (_what, content, message) => {
    expect(await inputErrorOf(content)).toMatch(message);
  });

  it('is cut off, at any byte', async () => {
    const end = small.lastIndexOf('</osm>') + '</osm>'.length;
    const content = Buffer.from(small);
    const bytes = Buffer.byteLength(small.slice(0, end));
    for (let length = 50; length < bytes; length += 7)
      expect(await inputErrorOf(content.subarray(0, length))).toMatch(
        /^line \d+, column \d+: not well-formed XML/,
      );
    const packed = gzipSync(small);
    for (let length = 10; length < packed.length; length += 7)
      expect(await inputErrorOf(packed.subarray(0, length))).toMatch(
        /^about byte \d+: gzip data that cannot be unpacked \(unexpected end of file\)|^line \d+/,
      );
  });

  it('is gzip that does not hold XML, or is damaged', async () => {
    expect(await inputErrorOf(gzipSync('hello'))).toMatch(/not well-formed/);
    const packed = gzipSync(small);
    packed[packed.length - 6] ^= 0xff;
    expect(await inputErrorOf(packed)).toMatch(
      /about byte \d+: gzip data that cannot be unpacked \(incorrect data check\)/,
    );
  });
});
