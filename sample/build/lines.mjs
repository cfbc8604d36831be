import { bounds, boundsApart, crossing, nearestOnSegment, where } from './plane.mjs';
import { readNumber, SourceError, throwAll } from './source.mjs';

/**
 * Roads, railways and rivers as lists of shared nodes. A line is
 * `{ key, kind, line, tags, entries, closed }`. An entry is `{ node, starts }`. `starts` holds the tags
 * of the way that begins there. The first entry always has tags.
 */

const SAME_NODE_M = 0.5; // a reference this close to a point of the other line means that point
const NEARLY_TOUCHES_M = 3; // an end this close to a road that does not meet it is a mistake in the text
const ROUNDABOUT_STEP_DEGREES = 30;

export class LineSet {
  #statements = new Map();
  #lines = new Map();
  #nodes = new Map();
  #resolving = new Set();
  #crossings = new Map();

  constructor(statements) {
    for (const statement of statements) {
      if (this.#statements.has(statement.key))
        throw new SourceError(statement.line, `a second line has the key ${statement.key}`);
      this.#statements.set(statement.key, statement);
    }
    for (const { key, line } of statements) this.#line(key, line);
  }

  get all() {
    return [...this.#lines.values()];
  }

  find(key, at) {
    const line = this.#lines.get(key);
    if (!line) throw new SourceError(at, `no road, railway or river has the key ${key}`);
    return line;
  }

  /**
   * The node that a token of the text means: `X,Y`, `KEY@x=V`, `KEY@90` or `ONE*OTHER`. The
   * last one works only after `meet`.
   */
  node(token, at) {
    const known = this.#nodes.get(token);
    if (known) return known;
    const [place, occurrence] = splitOccurrence(token);
    const bearing = /^([^@*]+)@\d+$/.exec(token);
    if (bearing) this.#line(bearing[1], at);
    let node = this.#nodes.get(token);
    if (node) return node;
    if (/^-?[\d.]+,-?[\d.]+$/.test(token)) node = newNode(token, ...token.split(',').map(Number));
    else if (place.includes('@')) node = this.#onLine(token, place, occurrence, at);
    else if (place.includes('*')) node = this.#atCrossing(place, occurrence, at);
    else throw new SourceError(at, `"${token}" is not a point (X,Y or KEY@x=V or KEY*KEY)`);
    this.#nodes.set(token, node);
    return node;
  }

  /**
   * A position that adds no node to a line. The token is as for `node`, or it is `KEY@x=V>14`: 14 m to
   * the right of the line, or with `<` to the left.
   */
  position(token, at) {
    const shifted = /^(.+)([<>])(\d+(?:\.\d+)?)$/.exec(token);
    if (!shifted) {
      const [place, occurrence] = splitOccurrence(token);
      return place.includes('@') ? this.#locate(place, occurrence, at) : this.node(token, at);
    }
    const [place, occurrence] = splitOccurrence(shifted[1]);
    const { x, y, angle } = this.#locate(place, occurrence, at);
    const side = (shifted[2] === '>' ? -1 : 1) * Number(shifted[3]);
    return { x: x - side * Math.sin(angle), y: y + side * Math.cos(angle), angle };
  }

  /**
   * Puts a shared node where two roads or railways of one layer cross. A road that crosses a river
   * without a bridge is a mistake.
   */
  meet() {
    const segments = this.all.flatMap(segmentsOf);
    checkNearMisses(segments);
    for (let i = 0; i < segments.length; i++) {
      for (let j = i + 1; j < segments.length; j++) this.#meetPair(segments[i], segments[j]);
    }
    for (const { line, index, node } of this.#takeInsertions()) insert(line, index, node);
  }

  #insertions = [];

  #takeInsertions() {
    const taken = this.#insertions.sort((a, b) => b.index - a.index || b.t - a.t);
    this.#insertions = [];
    return taken;
  }

  #meetPair(one, other) {
    if (
      one.layer !== other.layer ||
      boundsApart(one.bounds, other.bounds, 0) ||
      [one.a, one.b].some((node) => node === other.a || node === other.b)
    )
      return;
    const at = crossing(one.a, one.b, other.a, other.b);
    if (!at) return;
    const rivers = [one, other].filter((segment) => segment.line.kind === 'river').length;
    if (rivers === 1) {
      if ([one, other].some((segment) => 'ford' in segment.tags)) return;
      throw new SourceError(
        one.line.line,
        `${one.line.key} crosses ${other.line.key} (line ${other.line.line}) ` +
          `near ${where(at)} with no bridge`,
      );
    }
    const pair = [one, other].sort((a, b) => (a.line.key < b.line.key ? -1 : 1));
    const name = pair.map((segment) => segment.line.key).join('*');
    const known = this.#crossings.get(name) ?? [];
    const node = newNode(`${name}#${known.length + 1}`, at.x, at.y);
    if (pair.some(({ line }) => line.kind === 'rail') && pair.some(({ line }) => line.kind === 'road'))
      node.tags.railway = 'level_crossing';
    this.#crossings.set(name, [...known, node]);
    for (const { line, index, a, b } of [one, other]) {
      this.#insertions.push({ line, index, t: nearestOnSegment(node, a, b).t, node });
    }
  }

  #line(key, at) {
    const known = this.#lines.get(key);
    if (known) return known;
    const statement = this.#statements.get(key);
    if (!statement) throw new SourceError(at, `no road, railway or river has the key ${key}`);
    if (this.#resolving.has(key))
      throw new SourceError(statement.line, `the points of ${key} and of line ${at} need each other`);
    this.#resolving.add(key);
    const entries = statement.word === 'roundabout' ? this.#roundabout(statement) : this.#entries(statement);
    this.#resolving.delete(key);
    const kind = statement.word === 'roundabout' ? 'road' : statement.word;
    const closed = entries[0].node === entries.at(-1).node;
    const line = { key, kind, line: statement.line, tags: statement.tags, entries, closed };
    this.#lines.set(key, line);
    return line;
  }

  #entries({ key, line, tags, points }) {
    const entries = [];
    let starts = tags;
    for (const point of points) {
      if (typeof point === 'string') {
        const node = this.node(point, line);
        if (entries.at(-1)?.node === node)
          throw new SourceError(line, `${key} has the point ${point} twice in a row`);
        entries.push({ node, starts });
        starts = null;
      } else if (entries.length === 0) {
        starts = { ...tags, ...point.tags };
      } else {
        entries.at(-1).starts = { ...tags, ...point.tags };
      }
    }
    if (entries.length < 2) throw new SourceError(line, `${key} needs two points at least`);
    return entries;
  }

  /** A roundabout, counter-clockwise: traffic keeps to the right. */
  #roundabout({ key, line, tags, points, args }) {
    const radius = readNumber(line, args[0], 'radius of the roundabout');
    if (points.length !== 1) throw new SourceError(line, `the roundabout ${key} needs its centre`);
    const centre = this.node(points[0], line);
    const nodes = [];
    for (let bearing = 360; bearing > 0; bearing -= ROUNDABOUT_STEP_DEGREES) {
      const radians = (bearing * Math.PI) / 180;
      nodes.push(
        newNode(
          `${key}@${bearing % 360}`,
          centre.x + radius * Math.sin(radians),
          centre.y + radius * Math.cos(radians),
        ),
      );
    }
    for (const node of nodes) this.#nodes.set(node.key, node);
    return [...nodes, nodes[0]].map((node, i) => ({
      node,
      starts: i === 0 ? { ...tags, junction: 'roundabout' } : null,
    }));
  }

  #onLine(token, place, occurrence, at) {
    const { line, index, x, y } = this.#locate(place, occurrence, at);
    const [a, b] = [line.entries[index].node, line.entries[index + 1].node];
    for (const end of [a, b]) if (Math.hypot(end.x - x, end.y - y) < SAME_NODE_M) return end;
    const node = newNode(token, x, y);
    insert(line, index, node);
    return node;
  }

  /** `KEY@x=V` or `KEY@y=V`: the point where the line has that x or y for the first (or n-th) time. */
  #locate(place, occurrence, at) {
    const [, key, axis, value] = /^([^@]+)@(x|y)=(-?[\d.]+)$/.exec(place) ?? [];
    if (!key)
      throw new SourceError(
        at,
        `"${place}" is not KEY@x=V or KEY@y=V, ` +
          `or a roundabout at a bearing of full ${ROUNDABOUT_STEP_DEGREES} degrees`,
      );
    const line = this.#line(key, at);
    let left = occurrence;
    for (let index = 0; index + 1 < line.entries.length; index++) {
      const [a, b] = [line.entries[index].node, line.entries[index + 1].node];
      const t = (Number(value) - a[axis]) / (b[axis] - a[axis]);
      if (!(t >= 0 && t <= 1) || (t === 0 && index > 0) || --left > 0) continue;
      return {
        line,
        index,
        t,
        x: a.x + t * (b.x - a.x),
        y: a.y + t * (b.y - a.y),
        angle: Math.atan2(b.y - a.y, b.x - a.x),
      };
    }
    throw new SourceError(
      at,
      `${key} never has ${axis}=${value}${occurrence > 1 ? ` ${occurrence} times` : ''}`,
    );
  }

  #atCrossing(place, occurrence, at) {
    const name = place
      .split('*')
      .sort((a, b) => (a < b ? -1 : 1))
      .join('*');
    const node = this.#crossings.get(name)?.[occurrence - 1] ?? this.#sharedNode(name, occurrence, at);
    if (!node)
      throw new SourceError(at, `${place} do not meet${occurrence > 1 ? ` ${occurrence} times` : ''}`);
    return node;
  }

  #sharedNode(name, occurrence, at) {
    const [one, other] = name.split('*').map((key) => this.find(key, at).entries.map((entry) => entry.node));
    return [...new Set(one)].filter((node) => other.includes(node))[occurrence - 1];
  }
}

function newNode(key, x, y) {
  return { key, x, y, tags: {} };
}

function splitOccurrence(token) {
  const parts = /^(.*)#(\d+)$/.exec(token);
  return parts ? [parts[1], Number(parts[2])] : [token, 1];
}

function insert(line, index, node) {
  line.entries.splice(index + 1, 0, { node, starts: null });
}

/** The segments of a line, each with the tags of the way it belongs to. */
export function segmentsOf(line) {
  let tags = null;
  return line.entries.slice(0, -1).map((entry, index) => {
    tags = entry.starts ?? tags;
    const [a, b] = [entry.node, line.entries[index + 1].node];
    return { line, index, a, b, tags, layer: Number(tags.layer ?? 0), bounds: bounds([a, b]) };
  });
}

/** Finds points of a road that are close to another road of the same layer but not shared with it. */
function checkNearMisses(segments) {
  const roads = segments.filter((segment) => segment.line.kind !== 'river');
  const problems = new Map();
  for (const line of new Set(roads.map((segment) => segment.line))) {
    for (const [node, layers] of layersAt(line)) {
      for (const other of roads) {
        if (
          other.line === line ||
          !layers.has(other.layer) ||
          boundsApart(bounds([node]), other.bounds, NEARLY_TOUCHES_M)
        )
          continue;
        if (other.line.entries.some((entry) => entry.node === node)) continue;
        if (nearestOnSegment(node, other.a, other.b).distance < NEARLY_TOUCHES_M)
          problems.set(`${line.key} ${node.key}`, nearMiss(line, node, other));
      }
    }
  }
  throwAll([...problems.values()]);
}

function nearMiss(line, node, { line: other, a, b }) {
  const hint =
    Math.abs(b.x - a.x) > Math.abs(b.y - a.y) ? `x=${node.x.toFixed(0)}` : `y=${node.y.toFixed(0)}`;
  return new SourceError(
    line.line,
    `${line.key} nearly touches ${other.key} (line ${other.line}) ` +
      `at ${where(node)}: write ${other.key}@${hint} there`,
  );
}

function layersAt(line) {
  const layers = new Map();
  for (const { a, b, layer } of segmentsOf(line)) {
    for (const node of [a, b]) layers.set(node, (layers.get(node) ?? new Set()).add(layer));
  }
  return layers;
}
