import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { NewestVersions } from '../../src/importer/collect/newest-versions.js';
import { collectNetwork } from '../collect.js';
import { pbf, type TestGroup } from '../osm/pbf-writer.js';
import { seededRandom } from '../seeded-random.js';

const folder = mkdtempSync(join(tmpdir(), 'gazarch-versions-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An object of a file; `name` tells its versions apart, null where it is deleted. */
interface TestObject {
  kind: 'node' | 'way' | 'relation';
  id: number;
  version: number;
  name: string | null;
}

function xml(objects: readonly TestObject[]): string {
  const elements = objects.map(({ kind, id, version, name }) => {
    const visible = name === null ? ' visible="false"' : ' lon="106.9" lat="47.9"';
    return `<${kind} id="${id}" version="${version}"${visible}><tag k="name" v="${name}"/></${kind}>`;
  });
  return `<osm version="0.6">${elements.join('')}</osm>`;
}

function packed(objects: readonly TestObject[], plain: boolean): Buffer {
  const of = (wanted: string) =>
    objects
      .filter(({ kind }) => kind === wanted)
      .map(({ id, version, name }) => ({ id, version, tags: { name: name! } }));
  const groups: TestGroup[] = [
    { nodes: of('node').map((node) => ({ ...node, lon7: 1_069_000_000, lat7: 479_000_000 })), plain },
    { ways: of('way').map((way) => ({ ...way, refs: [1, 2] })) },
    { relations: of('relation').map((relation) => ({ ...relation, members: [] })) },
  ];
  return pbf([groups]);
}

it('takes each object from the file with its highest version, in any order of random files', async () => {
  const random = seededRandom(58);
  const [counts, kinds] = [{ taken: 0, deleted: 0 }, ['node', 'way', 'relation'] as const];
  for (let round = 0; round < 30; round++) {
    const paths: string[] = [];
    /** By kind and id: what the slow reading finds. */
    const best = new Map<string, TestObject>();
    for (let file = 0; file < 2 + (round % 2); file++) {
      const isXml = random() < 0.5;
      const objects = kinds.flatMap((kind) =>
        Array.from({ length: 12 }, (_, i) => i + 1)
          .filter(() => random() < 0.6)
          .map((id): TestObject => {
            const version = Math.floor(4 * random());
            const isDeleted = isXml && random() < 0.2;
            return { kind, id, version, name: isDeleted ? null : `${file} ${version}` };
          }),
      );
      for (const own of objects) {
        const key = `${own.kind} ${own.id}`;
        if ((best.get(key)?.version ?? -1) < own.version) best.set(key, own);
      }
      const path = join(folder, `${round}-${file}`);
      writeFileSync(path, isXml ? xml(objects) : packed(objects, random() < 0.5));
      paths.push(path);
    }
    const found = new Map<string, string>();
    const newest = await NewestVersions.of(paths);
    const add = (key: string, name: string | undefined): void => {
      expect(found.has(key), key).toBe(false);
      found.set(key, name!);
    };
    for (const path of paths)
      await newest.read(
        path,
        {
          node: (id, _lon7, _lat7, tags) => add(`node ${id}`, tags?.['name']),
          way: (id, _refs, tags) => add(`way ${id}`, tags?.['name']),
          relation: (id, _members, tags) => add(`relation ${id}`, tags?.['name']),
        },
        {},
      );
    const expected = [...best].filter(([, own]) => own.name !== null);
    expect(Object.fromEntries(found), `round ${round}`).toEqual(
      Object.fromEntries(expected.map(([key, own]) => [key, own.name])),
    );
    counts.taken += found.size;
    counts.deleted += best.size - found.size;
  }
  expect(counts.taken).toBeGreaterThan(500);
  expect(counts.deleted).toBeGreaterThan(20);
});

it('imports the newer road of two extracts, whichever comes first', async () => {
  const file = (name: string, way: string): string => {
    const path = join(folder, name);
    const nodes = [1, 2].map((id) => `<node id="${id}" version="1" lon="106.9${id}" lat="47.9"/>`);
    writeFileSync(path, `<osm version="0.6">${nodes.join('')}${way}</osm>`);
    return path;
  };
  const road = (version: number, more: string): string =>
    `<way id="5" version="${version}"${more}<nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/>` +
    `<tag k="ref" v="A${version}"/></way>`;
  const [old, now, gone] = [
    file('old.osm', road(1, '>')),
    file('new.osm', road(2, '>')),
    file('gone.osm', road(3, ' visible="false">')),
  ];
  for (const paths of [
    [old, now],
    [now, old],
  ])
    expect((await collectNetwork(...paths)).ways.map(({ tags }) => tags['ref'])).toEqual(['A2']);
  expect((await collectNetwork(old, gone, now)).ways).toEqual([]);
});
