import { toUnits } from '../../../src/geo/coordinates.js';
import { metersPerDegreeLat, metersPerDegreeLon } from '../../../src/geo/distance.js';
import type { Tags } from '../../../src/geo/feature.js';
import type { RoadNetwork, RoadWay, TurnRestriction } from '../../../src/routing/network/network.js';
import { PROFILES } from '../../../src/routing/profiles/profiles.js';
import { rowsOf, type FeatureStep } from './feature-file.js';
import { TESTBOT } from './testbot.js';

const [GRID_M, ORIGIN] = [100, 1];
const NEAR = 0.000025;

/** The map of a scenario: letters are nodes, digits are places beside the roads. */
export class FeatureMap {
  profile = TESTBOT;
  readonly positions = new Map<string, readonly [lon: number, lat: number]>();
  readonly #nodeTags = new Map<string, Tags>();
  readonly #ways: { nodes: string; tags: Tags }[] = [];
  readonly #restrictions: TurnRestriction[] = [];
  #grid_m = GRID_M;
  #origin: readonly [number, number] = [ORIGIN, ORIGIN];

  /** Degrees in which a place counts as a node. */
  get near(): number {
    return (0.25 * this.#grid_m) / metersPerDegreeLat(0);
  }

  get hasRoads(): boolean {
    return this.#ways.length > 0;
  }

  /** Whether the step says something of the map. */
  take(step: FeatureStep): boolean {
    const [, grid] = /^a grid size of ([\d.]+) meters$/.exec(step.text) ?? [];
    const [, lon, lat] = /^the origin ([-+\d.]+),([-+\d.]+)$/.exec(step.text) ?? [];
    if (step.text === 'the profile "car"') this.profile = PROFILES.driving;
    else if (grid !== undefined) this.#grid_m = Number(grid);
    else if (lon !== undefined) this.#origin = [Number(lon), Number(lat)];
    else if (step.text === 'the node map') this.#draw(step.doc);
    else if (step.text === 'the node locations')
      for (const row of rowsOf(step))
        this.positions.set(row['node'], [Number(row['lon']), Number(row['lat'])]);
    else if (step.text === 'the nodes')
      for (const { node, ...tags } of rowsOf(step)) this.#nodeTags.set(node, tags);
    else if (step.text === 'the ways') for (const row of rowsOf(step)) this.#addWay(row);
    else if (step.text === 'the relations') this.#addRelations(step);
    else return false;
    return true;
  }

  #draw(picture: string): void {
    const [west, north] = this.#origin;
    const [x, y] = [metersPerDegreeLon(north), metersPerDegreeLat(north)];
    picture.split('\n').forEach((line, row) => {
      [...line].forEach((name, column) => {
        if (!/[a-z0-9]/.test(name)) return;
        this.positions.set(name, [
          west + (column * 0.5 * this.#grid_m) / x,
          north - (row * this.#grid_m) / y,
        ]);
      });
    });
  }

  #addWay({ nodes, ...row }: Readonly<Record<string, string>>): void {
    const tags: Record<string, string> = { highway: 'primary', name: nodes };
    for (const [name, value] of Object.entries(row))
      if (value === '(nil)' || value === '') delete tags[name];
      else tags[name] = value === '""' ? '' : value;
    this.#ways.push({ nodes, tags });
  }

  #addRelations(step: FeatureStep): void {
    for (const row of rowsOf(step)) {
      const tags: Record<string, string> = {};
      const ways = (name: string): number[] =>
        (row[name] ?? '')
          .split(',')
          .filter((nodes) => nodes !== '')
          .map((nodes) => this.#ways.findIndex((way) => way.nodes === nodes.trim()) + 1);
      for (const [name, value] of Object.entries(row))
        if (!/^(way|node|relation):/.test(name)) tags[name] = value;
      this.#restrictions.push({
        ...{ id: 1000 + this.#restrictions.length, tags, from: ways('way:from'), to: ways('way:to') },
        viaNodes: [...(row['node:via'] ?? '')].map((name) => this.#letters().indexOf(name)),
        ...{ viaWays: ways('way:via'), incomplete: false },
      });
    }
  }

  #letters(): string[] {
    return [...this.positions.keys()].filter((name) => /[a-z]/.test(name)).sort();
  }

  network(): RoadNetwork {
    const letters = this.#letters();
    const numberOf = (name: string): number => {
      const number = letters.indexOf(name);
      if (number < 0) throw new Error(`node ${name} is not on the map`);
      return number;
    };
    return {
      nodeLon7: Int32Array.from(letters, (name) => toUnits(this.positions.get(name)![0])),
      nodeLat7: Int32Array.from(letters, (name) => toUnits(this.positions.get(name)![1])),
      nodeIds: Float64Array.from(letters, (_, i) => i + 1),
      ways: this.#ways.map(({ nodes, tags }, i): RoadWay => ({
        ...{ id: i + 1, tags },
        nodes: Uint32Array.from([...nodes], numberOf),
      })),
      nodeTags: new Map([...this.#nodeTags].map(([name, tags]) => [numberOf(name), tags])),
      restrictions: this.#restrictions,
    };
  }

  /** The letter of a place; `_` where none is near. */
  letterAt([lon, lat]: readonly number[]): string {
    for (const [name, position] of this.positions)
      if (
        /[a-z]/.test(name) &&
        Math.max(Math.abs(position[0] - lon), Math.abs(position[1] - lat)) <= this.near
      )
        return name;
    return '_';
  }

  /** Whether a place is that of a name, as nearly as OSRM's own tests want it. */
  isNear([lon, lat]: readonly number[], name: string): boolean {
    const position = this.positions.get(name);
    if (position === undefined) return false;
    const off = [lon, lat].map((own, i) => Math.abs(own - position[i]) - Math.abs(position[i]) * NEAR);
    return Math.max(...off) <= 0;
  }

  /** A point as it stands in a path. */
  point(name: string): string {
    const position = this.positions.get(name.trim());
    if (position === undefined) throw new Error(`${name} is not on the map`);
    return position.join();
  }
}
