import { describe, expect, it } from 'vitest';
import { isHighway, readSample, type SampleWay } from './read-sample.js';

const sample = readSample();
const highways = [...sample.ways.values()].filter(isHighway);

const CAR_CLASSES =
  /^(primary|secondary|tertiary|residential|service|track|living_street|unclassified)(_link)?$/;
const CLOSED_NODES = new Set(['bollard', 'block', 'chain']);

type Graph = Map<number, number[]>;

function link(graph: Graph, from: number, to: number): void {
  if (!graph.has(from)) graph.set(from, []);
  if (!graph.has(to)) graph.set(to, []);
  graph.get(from)!.push(to);
}

/**
 * Public roads for cars, as a directed graph. A barrier that stops cars ends the road on both of its sides.
 */
function carGraph(): { forward: Graph; backward: Graph } {
  const forward: Graph = new Map();
  const backward: Graph = new Map();
  for (const { tags, refs } of highways.filter(isForCars)) {
    const oneway = tags['oneway'] ?? (tags['junction'] === 'roundabout' ? 'yes' : 'no');
    refs.slice(1).forEach((b, i) => {
      const a = refs[i];
      if ([a, b].some((ref) => CLOSED_NODES.has(sample.nodes.get(ref)!.tags['barrier'] ?? ''))) return;
      const directions =
        oneway === 'yes'
          ? [[a, b]]
          : oneway === '-1'
            ? [[b, a]]
            : [
                [a, b],
                [b, a],
              ];
      for (const [from, to] of directions) {
        link(forward, from, to);
        link(backward, to, from);
      }
    });
  }
  return { forward, backward };
}

function isForCars({ tags }: SampleWay): boolean {
  return (
    CAR_CLASSES.test(tags['highway']) &&
    !['private', 'no'].includes(tags['access']) &&
    tags['motor_vehicle'] !== 'no' &&
    tags['area'] !== 'yes'
  );
}

function reached(graph: Graph, start: number): Set<number> {
  const seen = new Set([start]);
  const queue = [start];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    for (const next of graph.get(node) ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push(next);
    }
  }
  return seen;
}

function namesAt(nodes: number[]): string[] {
  return [
    ...new Set(
      nodes.flatMap((node) =>
        highways.filter(({ refs }) => refs.includes(node)).map(({ tags }) => tags['name'] ?? tags['highway']),
      ),
    ),
  ];
}

describe('the roads of the sample', () => {
  it('take a car from anywhere to anywhere, with all one-ways kept', () => {
    const { forward, backward } = carGraph();
    const start = highways.find(({ tags }) => tags['name'] === 'Энхтайваны өргөн чөлөө')!.refs[0];
    const there = reached(forward, start);
    const back = reached(backward, start);
    expect(namesAt([...forward.keys()].filter((node) => !there.has(node)))).toEqual([]);
    expect(namesAt([...forward.keys()].filter((node) => !back.has(node)))).toEqual([]);
    expect(forward.size).toBeGreaterThan(300);
  });

  it('take a walker from anywhere to anywhere', () => {
    const graph: Graph = new Map();
    for (const { tags, refs } of highways.filter(
      ({ tags }) => !['private', 'no'].includes(tags['access']) && tags['highway'] !== 'construction',
    )) {
      refs.slice(1).forEach((ref, i) => {
        link(graph, refs[i], ref);
        link(graph, ref, refs[i]);
      });
      expect(tags['highway']).not.toMatch(/^motorway/);
    }
    const seen = reached(graph, [...graph.keys()][0]);
    expect(namesAt([...graph.keys()].filter((node) => !seen.has(node)))).toEqual([]);
  });

  it('reach the private drives too, through their gates', () => {
    const drives = highways.filter(({ tags }) => tags['access'] === 'private');
    expect(drives.length).toBeGreaterThanOrEqual(2);
    const open = new Set(highways.filter(isForCars).flatMap(({ refs }) => refs));
    for (const { tags, refs, id } of drives) {
      expect(
        refs.some((ref) => open.has(ref)),
        `${tags['name'] ?? id} meets an open road`,
      ).toBe(true);
      expect(
        refs.some((ref) => sample.nodes.get(ref)!.tags['barrier'] === 'gate'),
        `${tags['name'] ?? id} has a gate`,
      ).toBe(true);
    }
  });

  it('put the bollard where it cuts a street that is open at both ends', () => {
    const { forward } = carGraph();
    const bollards = [...sample.nodes.values()].filter(({ tags }) => tags['barrier'] === 'bollard');
    expect(bollards.length).toBeGreaterThan(0);
    for (const { id } of bollards) {
      const street = highways.find(({ refs }) => refs.includes(id))!;
      expect(street.refs[0]).not.toBe(id);
      expect(street.refs.at(-1)).not.toBe(id);
      expect([street.refs[0], street.refs.at(-1)!].every((end) => forward.has(end))).toBe(true);
    }
  });
});
