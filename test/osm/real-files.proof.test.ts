import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readOsm } from '../../src/osm/read.js';
import { geodata, hasGeodata } from '../geodata.js';
import { nodeLine, relationLine, sortedLine, wayLine } from './opl.js';
import { hasOsmium, osmiumLines } from './osmium.js';

const files = hasGeodata
  ? readdirSync(dirname(geodata('x'))).filter((name) => /\.osm(\.pbf|\.gz)?$/.test(name))
  : [];

/**
 * Files that are compared whole. The two of country size take a minute, and run
 * only for a person who asks.
 */
const DIGESTED = [
  'ulaanbaatar-mix.osm.pbf',
  'queens_village_ny-pelias.osm.pbf',
  'andorra-2013.osm.pbf',
  'north-bayreuth.osm.gz',
];
if (process.env['GAZARCH_LONG_TESTS'] === '1') DIGESTED.push('mongolia-mix.osm.pbf', 'real-merged.osm.pbf');

/** Reads every element of a file as a line of text. */
async function readLines(name: string, take: (line: string) => void): Promise<void> {
  await readOsm(geodata(name), {
    node: (id, lon7, lat7, tags) => take(nodeLine(id, lon7, lat7, tags)),
    way: (id, refs, tags) => take(wayLine(id, refs, tags)),
    relation: (id, members, tags) => take(relationLine(id, members, tags)),
  });
}

function osmiumElements(name: string): AsyncGenerator<string> {
  return osmiumLines('cat', '-f', 'opl,add_metadata=false', geodata(name));
}

describe.skipIf(!hasGeodata || !hasOsmium)('real files, read by us and by osmium', () => {
  it('finds the files', () => {
    expect(files.length).toBeGreaterThanOrEqual(9);
  });

  it.each(files)('have the same counts: %s', async (name) => {
    let json = '';
    for await (const line of osmiumLines('fileinfo', '-e', '-j', geodata(name))) json += line;
    const info = JSON.parse(json) as {
      data: { count: { nodes: number; ways: number; relations: number } };
      header: { option: Record<string, string | undefined> };
    };
    const { nodes, ways, relations } = info.data.count;
    const counts = await readOsm(geodata(name), {});
    expect(counts).toMatchObject({ nodes, ways, relations });
    const timestamp = info.header.option['osmosis_replication_timestamp'] ?? info.header.option['timestamp'];
    if (timestamp !== undefined) expect(counts.timestamp).toBe(timestamp);
    let handed = 0;
    await readOsm(geodata(name), {
      node: () => {
        handed++;
      },
      way: () => {
        handed++;
      },
      relation: () => {
        handed++;
      },
    });
    expect(handed).toBe(nodes + ways + relations);
  });

  it.each(['monaco-250101-osmix.osm.pbf', 'moscow-graphhopper.osm.pbf', 'monaco-2012.osm.gz'])(
    'have the same elements: %s',
    async (name) => {
      const ours: string[] = [];
      await readLines(name, (line) => ours.push(line));
      let i = 0;
      for await (const line of osmiumElements(name)) {
        // A plain comparison first, because a hundred thousand expectations are slow.
        if (ours[i] !== sortedLine(line)) expect(ours[i]).toBe(sortedLine(line));
        i++;
      }
      expect(ours.length).toBe(i);
    },
  );

  it.each(DIGESTED)('have the same digest: %s', async (name) => {
    const ours = createHash('sha256');
    await readLines(name, (line) => ours.update(`${line}\n`));
    const theirs = createHash('sha256');
    for await (const line of osmiumElements(name)) theirs.update(`${sortedLine(line)}\n`);
    expect(ours.digest('hex')).toBe(theirs.digest('hex'));
  });
});
