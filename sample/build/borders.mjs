import { crossing, edges, signedArea } from './plane.mjs';
import { SourceError } from './source.mjs';

/**
 * Districts and khoroo as boundary relations. The text gives each khoroo as a ring of corners.
 * Edges that two khoroo share become one way. A district is what its khoroo cover together, and the
 * city is what all of them cover.
 */
export function writeBorders(osm, statements) {
  const corners = new Map(statements.filter((s) => s.word === 'corner').map((s) => [s.key, cornerOf(s)]));
  const khoroo = statements.filter((s) => s.word === 'khoroo').map((s) => readKhoroo(s, corners));
  if (khoroo.length === 0) return;
  checkPartition(khoroo);
  const districts = statements.filter((s) => s.word === 'district');
  for (const { line, district } of khoroo) {
    if (!districts.some(({ key }) => key === district))
      throw new SourceError(line, `no district has the key ${district}`);
  }
  const areas = [
    ...khoroo.map((k) => ({
      key: `khoroo ${k.district} ${k.number}`,
      level: 8,
      line: k.line,
      parts: [k],
      tags: k.tags,
    })),
    ...districts.map((d) => ({
      key: `district ${d.key}`,
      level: 6,
      line: d.line,
      parts: khoroo.filter((k) => k.district === d.key),
      tags: d.tags,
      points: d.points,
    })),
    ...statements
      .filter((s) => s.word === 'city')
      .map((c) => ({
        key: `city ${c.key}`,
        level: 4,
        line: c.line,
        parts: khoroo,
        tags: c.tags,
        points: c.points,
      })),
  ];
  writeAreas(osm, areas);
}

function cornerOf({ line, key, points }) {
  const [x, y] = (points[0] ?? '').split(',').map(Number);
  if (points.length !== 1 || !Number.isFinite(x) || !Number.isFinite(y))
    throw new SourceError(line, `the corner ${key} needs one point X,Y`);
  return { key, x, y };
}

/** Reads `khoroo NUMBER DISTRICT tags : corners` and makes the ring counter-clockwise. */
function readKhoroo({ line, args, points, tags }, corners) {
  const ring = points.map((name) => {
    if (!corners.has(name)) throw new SourceError(line, `unknown corner ${name}`);
    return corners.get(name);
  });
  if (ring.length < 3 || new Set(ring).size < ring.length)
    throw new SourceError(line, 'a khoroo needs three different corners at least, each once');
  if (signedArea(ring) < 0) ring.reverse();
  const name = `${args[0]}-р хороо`;
  return {
    line,
    number: args[0],
    district: args[1],
    ring,
    tags: { name, 'name:en': `Khoroo ${args[0]}`, ...tags },
  };
}

/**
 * Checks that no two khoroo overlap, and that no corner of one lies unshared on an edge of another. Then
 * khoroo meet only along shared edges.
 */
function checkPartition(khoroo) {
  const owner = new Map();
  const all = khoroo.flatMap((k) => edges(k.ring).map(([a, b]) => ({ k, a, b })));
  for (const { k, a, b } of all) {
    const other = owner.get(`${a.key} ${b.key}`);
    if (other)
      throw new SourceError(k.line, `overlaps the khoroo of line ${other.line} at ${a.key} ${b.key}`);
    owner.set(`${a.key} ${b.key}`, k);
  }
  for (const { k, a, b } of all) {
    const cut = all.find((other) => crossing(a, b, other.a, other.b));
    if (cut)
      throw new SourceError(
        k.line,
        `the border ${a.key} ${b.key} crosses ${cut.a.key} ${cut.b.key} of line ${cut.k.line}`,
      );
  }
}

function writeAreas(osm, areas) {
  const edgesOf = areas.map(({ parts }) => outerEdges(parts));
  const sides = new Map();
  edgesOf.forEach((edgeSet, i) => {
    for (const [name, edge] of edgeSet)
      sides.set(name, { edge, areas: [...(sides.get(name)?.areas ?? []), i] });
  });
  const chains = chainsOf([...sides.values()]);
  const members = areas.map(() => []);
  for (const chain of chains) {
    const refs = chain.corners.map((corner) => osm.node(`corner ${corner.key}`, corner));
    const level = Math.min(...chain.areas.map((i) => areas[i].level));
    const id = osm.way(`border ${chain.corners.map((c) => c.key).join(' ')}`, refs, {
      boundary: 'administrative',
      admin_level: String(level),
    });
    for (const i of chain.areas) members[i].push({ type: 'way', ref: id, role: 'outer' });
  }
  areas.forEach(({ key, level, line, tags, points = [] }, i) => {
    if (members[i].length === 0) throw new SourceError(line, `${key} has no khoroo`);
    for (const token of points)
      members[i].push({ type: 'node', ref: writeCentre(osm, token, key, line, tags), role: 'admin_centre' });
    osm.relation(key, members[i], {
      type: 'boundary',
      boundary: 'administrative',
      admin_level: String(level),
      ...tags,
    });
  });
}

/**
 * The node for the place that the area is governed from. It bears the name and the kind of place. The
 * relation keeps the other tags.
 */
function writeCentre(osm, token, key, line, tags) {
  const [x, y] = token.split(',').map(Number);
  if (!Number.isFinite(x) || !Number.isFinite(y)) throw new SourceError(line, `"${token}" is not X,Y`);
  const { place, population, ...rest } = tags;
  const names = Object.fromEntries(Object.entries(rest).filter(([name]) => /name|capital/.test(name)));
  delete tags.place;
  delete tags.capital;
  return osm.node(
    `centre ${key}`,
    { x, y },
    { ...names, ...(place && { place }), ...(population && { population }) },
  );
}

/**
 * The edges that only one of the parts has. A map from the edge's name (its two
 * corner keys in order) to the edge.
 */
function outerEdges(parts) {
  const found = new Map();
  for (const [a, b] of parts.flatMap((part) => edges(part.ring))) {
    const edge = a.key < b.key ? [a, b] : [b, a];
    const name = `${edge[0].key} ${edge[1].key}`;
    if (found.has(name)) found.delete(name);
    else found.set(name, edge);
  }
  return found;
}

/** Joins edges that bound the same areas into ways. A way goes from one meeting of borders to the next. */
function chainsOf(sides) {
  const at = new Map();
  for (const side of sides) for (const corner of side.edge) at.set(corner, [...(at.get(corner) ?? []), side]);
  const same = (one, other) => one.areas.join() === other.areas.join();
  const next = (side, corner) => {
    const around = at.get(corner);
    return around.length === 2 ? around.find((other) => other !== side && same(side, other)) : undefined;
  };
  const used = new Set();
  return sides.flatMap((side) => {
    if (used.has(side)) return [];
    used.add(side);
    const corners = [...side.edge];
    for (const end of [0, 1]) {
      let last = side;
      for (;;) {
        const corner = end === 0 ? corners[0] : corners.at(-1);
        const more = next(last, corner);
        if (!more || used.has(more)) break;
        used.add(more);
        const far = more.edge.find((c) => c !== corner);
        if (end === 0) corners.unshift(far);
        else corners.push(far);
        last = more;
      }
    }
    return [{ corners, areas: side.areas }];
  });
}
