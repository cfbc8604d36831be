import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSample, sampleFolder, samplePath } from './read-sample.js';

const folder = mkdtempSync(join(tmpdir(), 'gazarch-sample-'));
const source = readFileSync(join(sampleFolder, 'ulaanbaatar.txt'), 'utf8');
const script = join(sampleFolder, 'build-sample.mjs');

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function build(text: string): { status: number | null; error: string; target: string } {
  const [from, target] = [join(folder, 'source.txt'), join(folder, 'target.osm')];
  writeFileSync(from, text);
  rmSync(target, { force: true });
  const { status, stderr } = spawnSync(process.execPath, [script, from, target], { encoding: 'utf8' });
  return { status, error: stderr, target };
}

describe('the script that writes the sample', () => {
  it('gives the committed file', () => {
    execFileSync(process.execPath, [script, '--check']);
    expect(readFileSync(build(source).target, 'utf8')).toBe(readFileSync(samplePath, 'utf8'));
  });

  it('says when the file is not up to date, and leaves it alone', () => {
    const [from, target] = [join(folder, 'checked.txt'), join(folder, 'checked.osm')];
    writeFileSync(from, source);
    writeFileSync(target, 'old');
    const { status, stderr } = spawnSync(process.execPath, [script, '--check', from, target], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([
      1,
      `build-sample: ${target} is not up to date: run node sample/build-sample.mjs\n`,
    ]);
    expect(readFileSync(target, 'utf8')).toBe('old');
  });

  it('changes no element when a place, a road and a khoroo elsewhere are added', () => {
    const before = readSample();
    const added = [
      'place amenity=cafe "Шинэ кафе | New Café" : -3000,-4700',
      'road addedroad highway=residential : 3000,2000 3200,2100',
      'corner z1 : 5000,0\ncorner z2 : 5100,0\ncorner z3 : 5050,80\nkhoroo 99 bzd : z1 z2 z3',
    ].join('\n');
    const middle = source.indexOf('\n# -----', source.length / 2);
    const { target, error } = build(`${source.slice(0, middle)}\n${added}\n${source.slice(middle)}`);
    expect(error).toBe('');
    const after = readSample(target);
    for (const kind of ['nodes', 'ways'] as const) {
      for (const [id, element] of before[kind]) expect(after[kind].get(id), `${kind} ${id}`).toEqual(element);
    }
    for (const id of before.relations.keys()) expect(after.relations.has(id), `relation ${id}`).toBe(true);
    expect(after.nodes.size).toBe(before.nodes.size + 1 + 2 + 3);
    expect(after.ways.size).toBe(before.ways.size + 2);
  });
});

describe('mistakes in the text', () => {
  const head = 'origin 47.9 106.9\nroad a highway=residential "А" : 0,0 100,0\n';
  const cases: [what: string, text: string, message: RegExp][] = [
    ['an unknown statement', 'raod b : 0,0 1,1', /line 3: unknown statement "raod"/],
    ['an open quote', 'place "Кафе : 0,0', /line 3: a quote or a bracket is not closed/],
    ['an unknown style', 'place .nothing "Кафе" : 0,0', /line 3: unknown style \.nothing/],
    ['a point that is none', 'road b highway=path : here there', /line 3: "here" is not a point/],
    [
      'a road that is not there',
      'road b highway=path : c@x=5 9,9',
      /line 3: no road, railway or river has the key c/,
    ],
    ['a place beyond the end of a road', 'road b highway=path : a@x=500 9,9', /line 3: a never has x=500/],
    ['a road of one point', 'road b highway=path : 5,5', /line 3: b needs two points at least/],
    ['two roads of one key', 'road a highway=path : 5,5 6,6', /line 3: a second line has the key a/],
    [
      'roads that need each other',
      'road b highway=path : c@x=5 9,9\nroad c highway=path : b@x=7 4,4',
      /the points of .* need each other/,
    ],
    [
      'an end beside a road',
      'road b highway=path : 50,1 50,80',
      /line 3: b nearly touches a \(line 2\) at 50,1: write a@x=50 there/,
    ],
    [
      'a river without a bridge',
      'river r waterway=river : 50,-50 50,50',
      /line 2: a crosses r \(line 3\) near 50,0 with no bridge/,
    ],
    [
      'a restriction at no junction',
      'restrict no_left_turn a/w a*b a/e',
      /line 3: no road, railway or river has the key b/,
    ],
    [
      'a side on which nothing leaves',
      'road b highway=path : a@x=50 50,90\nrestrict no_left_turn a/n a*b b',
      /line 4: no piece of the road leaves the junction to the n/,
    ],
    [
      'a building on a road',
      'box 20x20 0 building=yes "Дом" : 50,3',
      /line 3: the box "Дом" stands on a \(line 2\)/,
    ],
    [
      'too many houses',
      'houses a left 1-99 x=10..90 15 12x8',
      /line 3: there is no room for А \d+ near x=\d+/,
    ],
    [
      'a house number that is none',
      'houses a left 1,x x=10..90 15',
      /line 3: "x" is not a house number or a range/,
    ],
    ['a khoroo of an unknown corner', 'khoroo 1 d : p q r', /line 3: unknown corner p/],
    [
      'khoroo that overlap',
      'district d "Д"\ncorner p : 0,0\ncorner q : 9,0\ncorner r : 9,9\n' +
        'khoroo 1 d : p q r\nkhoroo 2 d : r p q',
      /line 8: overlaps the khoroo of line 7/,
    ],
    [
      'a khoroo without its district',
      'corner p : 0,0\ncorner q : 9,0\ncorner r : 9,9\nkhoroo 1 d : p q r',
      /line 6: no district has the key d/,
    ],
  ];

  it.each(cases)('names the line of %s', (_, text, message) => {
    const { status, error } = build(`${head}${text}\n`);
    expect(error).toMatch(message);
    expect(status).toBe(1);
    expect(error).not.toMatch(/\n\s+at /);
  });
});
