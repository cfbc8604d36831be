import { SourceError } from './source.mjs';

/** Writes the lines as ways and the restrictions. It splits a way where a restriction needs it. */
export function writeNetwork(osm, lines, statements) {
  for (const { line, points, tags } of statements.filter((s) => s.word === 'node')) {
    for (const token of points) Object.assign(lines.node(token, line).tags, tags);
  }
  const restrictions = statements.filter((s) => s.word === 'restrict').map((s) => readRestriction(lines, s));
  for (const { ends } of restrictions) for (const { line, node } of ends) splitAt(line, node);
  const waysOf = new Map(lines.all.map((line) => [line, writeLine(osm, line)]));
  for (const restriction of restrictions) writeRestriction(osm, restriction, waysOf);
}

/**
 * Reads `restrict KIND FROM VIA TO`. VIA is a crossing, or the key of a road that
 * is driven from end to end.
 */
function readRestriction(lines, { line: at, args, tags }) {
  const [kind, from, via, to] = args;
  if (args.length !== 4 || !/^(no|only)_[a-z_]+$/.test(kind))
    throw new SourceError(at, 'a restriction is "restrict KIND FROM VIA TO"');
  const [fromSide, toSide] = [from, to].map((text) => readSide(lines, text, at));
  if (/[*@]/.test(via)) {
    const node = lines.node(via, at);
    const ends = [fromSide, toSide].map((side) => ({ ...side, node }));
    return { at, kind, tags, ends, viaNode: node, viaLine: null, key: args.join(' ') };
  }
  const viaLine = lines.find(via, at);
  const [first, last] = [viaLine.entries[0].node, viaLine.entries.at(-1).node];
  const order = has(fromSide.line, first) && has(toSide.line, last) ? [first, last] : [last, first];
  const ends = [fromSide, toSide].map((side, i) => ({ ...side, node: order[i] }));
  return { at, kind, tags, ends, viaNode: null, viaLine, key: args.join(' ') };
}

function has(line, node) {
  return line.entries.some((entry) => entry.node === node);
}

/** Reads `peace/w`: the piece of that road west of the junction. */
function readSide(lines, text, at) {
  const [, key, side] = /^([^/]+)(?:\/([nsew]))?$/.exec(text) ?? [];
  if (!key) throw new SourceError(at, `"${text}" is not KEY or KEY/n, /s, /e, /w`);
  return { line: lines.find(key, at), side: side ?? null };
}

function splitAt(line, node) {
  let tags = null;
  for (const entry of line.entries.slice(0, -1)) {
    tags = entry.starts ?? tags;
    if (entry.node === node) entry.starts = tags;
  }
}

/** Writes one way for each piece of the line. Returns `{ id, nodes }` of each. */
function writeLine(osm, line) {
  const pieces = [];
  for (const entry of line.entries) {
    pieces.at(-1)?.nodes.push(entry.node);
    if (entry.starts && entry !== line.entries.at(-1))
      pieces.push({ nodes: [entry.node], tags: entry.starts });
  }
  return pieces.map(({ nodes, tags }) => {
    const refs = nodes.map((node) => osm.node(`line ${node.key}`, node, node.tags));
    return { id: osm.way(`${line.key} from ${nodes[0].key}`, refs, tags), nodes };
  });
}

function writeRestriction(osm, { at, kind, tags, ends, viaNode, viaLine, key }, waysOf) {
  const [from, to] = ends.map(({ line, side, node }) => pieceAt(waysOf.get(line), side, node, at));
  const via = viaNode
    ? [{ type: 'node', ref: osm.node(`line ${viaNode.key}`, viaNode), role: 'via' }]
    : waysOf.get(viaLine).map(({ id }) => ({ type: 'way', ref: id, role: 'via' }));
  const members = [
    { type: 'way', ref: from.id, role: 'from' },
    ...via,
    { type: 'way', ref: to.id, role: 'to' },
  ];
  osm.relation(`restriction ${key}`, members, { type: 'restriction', restriction: kind, ...tags });
}

const OUTWARD = { n: [0, 1], s: [0, -1], e: [1, 0], w: [-1, 0] };

/** The piece that ends at the node and leaves it towards the side. */
function pieceAt(pieces, side, node, at) {
  const touching = pieces.filter(({ nodes }) => nodes[0] === node || nodes.at(-1) === node);
  if (side === null) {
    if (touching.length !== 1)
      throw new SourceError(at, `${touching.length} pieces of the road end there: add /n, /s, /e or /w`);
    return touching[0];
  }
  const lean = ({ nodes }) => {
    const next = nodes[0] === node ? nodes[1] : nodes.at(-2);
    const length = Math.hypot(next.x - node.x, next.y - node.y);
    return ((next.x - node.x) * OUTWARD[side][0] + (next.y - node.y) * OUTWARD[side][1]) / length;
  };
  const best = touching.sort((a, b) => lean(b) - lean(a))[0];
  if (!best || lean(best) < 0.5)
    throw new SourceError(at, `no piece of the road leaves the junction to the ${side}`);
  return best;
}
