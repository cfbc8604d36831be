import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { metersPerDegreeLat, metersPerDegreeLon } from '../../src/geo/distance.js';
import type { Fault } from '../../src/importer/report/fault.js';
import { findFaults } from '../../src/importer/report/find-faults.js';
import { reportFiles } from '../../src/importer/report/report-files.js';
import { parseCsv } from '../../src/tables/csv.js';
import { runCli } from '../cli/run-cli.js';

/** What is wrong in the data: faults that were planted into a small town, and what only looks like one. */

type Tags = Record<string, string>;

const LON = 106.9;
const LAT = 47.9;

/** A town of OSM XML. Places are metres east and north of its corner. */
class MadeTown {
  readonly #nodes: string[] = [];
  readonly #ways: string[] = [];
  readonly #relations: string[] = [];
  #last = 0;
  /** `kind id` of what was planted. */
  readonly planted: string[] = [];

  node(x: number, y: number, tags: Tags = {}): number {
    const id = ++this.#last;
    const lon = (LON + x / metersPerDegreeLon(LAT)).toFixed(7);
    const lat = (LAT + y / metersPerDegreeLat(LAT)).toFixed(7);
    this.#nodes.push(`<node id="${id}" lon="${lon}" lat="${lat}">${tagged(tags)}</node>`);
    return id;
  }

  way(refs: readonly number[], tags: Tags): number {
    const id = ++this.#last;
    const nodes = refs.map((ref) => `<nd ref="${ref}"/>`).join('');
    this.#ways.push(`<way id="${id}">${nodes}${tagged(tags)}</way>`);
    return id;
  }

  /** A road between places; a number is a node that is there. */
  road(places: readonly (number | [x: number, y: number])[], tags: Tags = {}): number {
    const refs = places.map((place) => (typeof place === 'number' ? place : this.node(...place)));
    return this.way(refs, { highway: 'residential', ...tags });
  }

  square(x: number, y: number, side: number, tags: Tags): number {
    const at = [
      [x, y],
      [x + side, y],
      [x + side, y + side],
      [x, y + side],
    ];
    const refs = at.map(([east, north]) => this.node(east, north));
    return this.way([...refs, refs[0]], tags);
  }

  relation(members: string, tags: Tags): number {
    const id = ++this.#last;
    this.#relations.push(`<relation id="${id}">${members}${tagged(tags)}</relation>`);
    return id;
  }

  plant(kind: string, type: string, id: number): void {
    this.planted.push(`${kind} osm:${type}:${id}`);
  }

  xml(): string {
    const all = [...this.#nodes, ...this.#ways, ...this.#relations];
    return `<osm version="0.6">${all.join('')}</osm>`;
  }
}

function tagged(tags: Tags): string {
  return Object.entries(tags)
    .map(([k, v]) => `<tag k="${k}" v="${v.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)}"/>`)
    .join('');
}

const NASTY = '=Оюутolгой<script>alert(1)</script>"';

function faultyTown(): MadeTown {
  const town = new MadeTown();
  const avenue = Array.from({ length: 101 }, (_, i) => town.node(i * 200, 0));
  town.road(avenue, { highway: 'primary', name: 'Энхтайваны өргөн чөлөө' });
  const house = (x: number, y: number, street: string): number =>
    town.node(x, y, { 'addr:housenumber': '7', 'addr:street': street });
  for (let i = 0; i < 5; i++) {
    const x = 1100 + 400 * i;
    const road = [town.node(x, 5), town.node(x, 105)];
    town.plant('nearly_touching', 'way', town.road(road));
    town.plant('house_without_street', 'node', house(x, -40, `Байхгүй ${i + 1} гудамж`));
    const isIn = i % 2 === 0;
    const end: [number | [number, number], [number, number]] = [avenue[20 + i], [4000 + 200 * i, -100]];
    const oneWay = town.road(isIn ? end : end.reverse(), { oneway: 'yes' });
    town.plant('one_way_end', 'way', oneWay);
  }
  for (let i = 0; i < 4; i++) {
    const island: [number, number][] = [
      [500 * i, 1000],
      [500 * i + 90, 1000],
    ];
    town.plant('unreachable', 'way', town.road(island));
    town.node(500 * i + 40, 1015, { shop: 'kiosk', name: `Дэлгүүр ${i}` });
  }
  const district = (x: number, name: string): number =>
    town.square(x, -3000, 2000, { boundary: 'administrative', admin_level: '6', name });
  const khoroo = (x: number, number: number): number =>
    town.square(x, -2900, 90, { boundary: 'administrative', admin_level: '8', name: `${number}-р хороо` });
  const first = district(0, 'Баянгол дүүрэг');
  [1, 2, 4].forEach((number) => khoroo(100 * number, number));
  town.plant('khoroo_gap', 'way', first);
  const office = { office: 'government', name: '5-р хороо' };
  town.plant('khoroo_gap', 'node', town.node(1000, -2000, office));
  district(3000, 'Налайх дүүрэг');
  town.plant('khoroo_gap', 'node', town.node(3500, -2000, { ...office, name: 'Налайх 1-р хороо' }));
  for (const tags of [{ name: NASTY }, { name: 'Cтанц' }, { name: 'А', alt_name: 'Xүнс' }])
    town.plant('mixed_script', 'node', town.node(100, 50, { shop: 'yes', ...tags }));
  town.plant('mixed_script', 'node', town.node(100, 60, { shop: 'yes', name: 'Б', 'name:mn': 'ɵргөө' }));
  town.plant('mixed_script', 'way', town.road([avenue[3], [600, 300]], { name: 'Yйлдвэр гудамж' }));
  const wet = town.road([avenue[5], [1000, 300]], { 'maxspeed:conditional': '30 @ (wet)' });
  const gate = town.node(1200, 300, { barrier: 'gate', 'access:conditional': 'no @ (хаврын үер)' });
  const gated = town.road([avenue[6], gate], { 'access:conditional': 'no @ (Mo-Fr 08:00-10:00)' });
  const turn = ['from', 'to'].map((role) => `<member type="way" ref="${gated}" role="${role}"/>`);
  const members = `${turn.join('')}<member type="node" ref="${avenue[6]}" role="via"/>`;
  const tags = { type: 'restriction', 'restriction:conditional': 'no_u_turn @ (дандаа биш)' };
  town.plant('unread_condition', 'way', wet);
  town.plant('unread_condition', 'node', gate);
  town.plant('unread_condition', 'relation', town.relation(members, tags));
  // None of these is a mistake.
  house(700, 30, 'Энх тайвны өргөн чөлөө');
  town.road(
    [
      [6500, 5],
      [6500, 90],
    ],
    { bridge: 'yes', layer: '1' },
  );
  town.road([avenue[35], [7000, 100], [7100, 100], [7100, 4]]);
  town.road([avenue[40], [8000, -100], [8200, -100], avenue[41]], { oneway: 'yes' });
  for (const name of ['ATMын дэлгүүр', 'IIа байр', 'KFC Цэцэг', 'Е-mart'])
    town.node(9000, 30, { shop: 'yes', name, 'name:os': 'Андоррæ' });
  town.node(700, -2000, { amenity: 'clinic', name: '9-р хорооны эмнэлэг' });
  town.road([[20_000, 30], avenue[100]], { 'motor_vehicle:conditional': 'no @ (Dec-Mar)' });
  return town;
}

let folder: string;
let town: MadeTown;
let faults: Fault[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-report-'));
  town = faultyTown();
  writeFileSync(join(folder, 'town.osm'), town.xml());
  faults = await findFaults([join(folder, 'town.osm')], () => undefined);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the report of faults', () => {
  it('has the 30 that were planted, and no other', () => {
    expect(town.planted).toHaveLength(30);
    expect(faults.map(({ kind, id }) => `${kind} ${id}`).sort()).toEqual([...town.planted].sort());
  });

  it('says what is wrong', () => {
    const whats = (kind: string): string[] =>
      faults.filter((fault) => fault.kind === kind).map(({ what }) => what);
    expect(whats('nearly_touching')[0]).toMatch(/^within 5\.0 m of way \d+ without a shared node: 0\.1 km/);
    expect(whats('unreachable')[0]).toBe('Дэлгүүр 0: 0.1 km of road are not connected to any other road');
    expect(whats('one_way_end').slice(0, 2)).toEqual([
      'a road can be entered but not left',
      'a road can be left but not entered',
    ]);
    expect(whats('khoroo_gap').sort()).toEqual([
      'Баянгол дүүрэг: khoroo 3 has no border',
      'Баянгол дүүрэг: khoroo 5 has no border',
      'Налайх дүүрэг: khoroo 1 has no border',
    ]);
    expect(whats('unread_condition')).toContain('maxspeed:conditional=30 @ (wet)');
  });

  it('counts once what is one mistake of several objects', async () => {
    const two = new MadeTown();
    const road = two.node(0, 0);
    two.road([road, [300, 0]]);
    for (const x of [10, 20, 30]) two.node(x, 20, { 'addr:housenumber': `${x}`, 'addr:street': 'Алга' });
    writeFileSync(join(folder, 'two.osm'), two.xml());
    const found = await findFaults([join(folder, 'two.osm')], () => undefined);
    expect(found.map(({ kind, count }) => [kind, count])).toEqual([['house_without_street', 3]]);
  });

  it('is a page without scripts, a table without formulas, and GeoJSON', () => {
    const files = reportFiles(faults, ['<b>town</b>.osm']);
    const page = files['report.html'];
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(page).not.toMatch(/<(script|b|img|link)\b|src=/);
    expect(page).toMatch(/href="https:\/\/www\.openstreetmap\.org\/edit\?way=\d+"/);
    expect(page).toContain('<h2>One-way dead ends: 5</h2>');
    const { rows } = parseCsv(files['faults.csv'].slice(1));
    expect(rows).toHaveLength(31);
    expect(rows.flat().filter((cell) => /^[=+@]/.test(cell))).toEqual([]);
    const { features } = JSON.parse(files['faults.geojson']) as { features: { properties: object }[] };
    expect(features).toHaveLength(30);
  });

  it('comes from a command', async () => {
    const out = join(folder, 'out');
    const { status, stdout, stderr } = await runCli(['report', join(folder, 'town.osm'), '--out', out]);
    expect(status, stderr).toBe(0);
    expect(stdout).toContain('      5  Roads that nearly touch\n');
    expect(readFileSync(join(out, 'faults.csv'), 'utf8').split('\r\n')).toHaveLength(32);
    const none = await runCli(['report', join(folder, 'no.osm')]);
    expect([none.status, none.stderr]).toEqual([1, expect.stringContaining('there is no such file')]);
    const inTheWay = await runCli(['report', join(folder, 'town.osm'), '--out', join(folder, 'town.osm')]);
    expect(inTheWay.stderr).toContain('name another folder with --out');
  });
});
