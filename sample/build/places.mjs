import { bounds, boundsApart, edges, rectangle, ringsOverlap, segmentDistance, where } from './plane.mjs';
import { segmentsOf } from './lines.mjs';
import { readNumber, readNumbers, readSize, SourceError, throwAll } from './source.mjs';

/** Half the width of a road in metres, with its kerb. Buildings keep this distance from its middle line. */
const CLEARANCE_M = {
  primary: 11,
  secondary: 9,
  tertiary: 7,
  residential: 5,
  unclassified: 5,
  service: 3,
  living_street: 4,
  track: 2,
  rail: 6,
  river: 8,
};
const OTHER_CLEARANCE_M = 1.5;
const SHIFT_STEP_M = 3;
const HOUSE_POINT_M = 2;

/** Writes places, areas and buildings, and the houses with numbers beside their streets. */
export function writePlaces(osm, lines, statements) {
  const site = new Site(lines);
  const pick = (...names) => statements.filter(({ word }) => names.includes(word));
  for (const statement of pick('place')) writePlace(osm, lines, statement);
  for (const statement of pick('area')) writeArea(osm, lines, site, statement);
  for (const statement of pick('box')) writeBox(osm, lines, site, statement);
  for (const statement of pick('blocks')) writeBlocks(osm, lines, site, statement);
  for (const statement of pick('houses')) writeHouses(osm, lines, site, statement);
  throwAll(site.problems);
}

function writePlace(osm, lines, { line, tags, points }) {
  if (points.length !== 1) throw new SourceError(line, 'a place has one point');
  osm.node(`place ${tags.name ?? ''} ${points[0]}`, lines.position(points[0], line), tags);
}

/** `area KEY tags : outline / hole / hole`: a way, or a multipolygon if there are holes. */
function writeArea(osm, lines, site, { line, key, tags, points }) {
  const rings = [[]];
  for (const token of points) {
    if (token === '/') rings.push([]);
    else rings.at(-1).push({ token, point: lines.position(token, line) });
  }
  if (rings.some((ring) => ring.length < 3))
    throw new SourceError(line, `a ring of the area ${key} has less than three points`);
  if ('building' in tags)
    site.build(
      rings[0].map(({ point }) => point),
      line,
      `the building ${key}`,
    );
  const way = (ring, i) => {
    const refs = ring.map(({ token, point }) => osm.node(`area ${token}`, point));
    return osm.way(
      `area ${key}${i === 0 ? '' : ` hole ${i}`}`,
      [...refs, refs[0]],
      rings.length === 1 ? tags : {},
    );
  };
  const ids = rings.map(way);
  if (ids.length === 1) return;
  const members = ids.map((ref, i) => ({ type: 'way', ref, role: i === 0 ? 'outer' : 'inner' }));
  osm.relation(`area ${key}`, members, { type: 'multipolygon', ...tags });
}

/** `box WxD [ANGLE] tags : X,Y`: a rectangular building. */
function writeBox(osm, lines, site, { line, tags, args, points }) {
  if (points.length !== 1) throw new SourceError(line, 'a box has one point, its centre');
  const { width, depth } = readSize(line, args[0]);
  const centre = lines.position(points[0], line);
  const angle =
    args[1] === undefined ? (centre.angle ?? 0) : (readNumber(line, args[1], 'angle') * Math.PI) / 180;
  const ring = rectangle(centre, width, depth, angle);
  site.build(ring, line, `the box "${tags.name ?? tags['addr:housenumber'] ?? ''}"`);
  writeRing(osm, `box ${tags.name ?? tags['addr:housenumber'] ?? ''} ${points[0]}`, ring, tags);
}

/**
 * `blocks PLACE NUMBERS COLUMNS STEPxSTEP WxD [ANGLE] tags : X,Y`: rows of blocks. They begin at the
 * north-west corner and go from west to east.
 */
function writeBlocks(osm, lines, site, { line, tags, args, points }) {
  const { name: place, ...other } = tags;
  const columns = readNumber(line, args[1], 'number of columns');
  const step = readSize(line, args[2]);
  const { width, depth } = readSize(line, args[3]);
  const angle = (readNumber(line, args[4] ?? '0', 'angle') * Math.PI) / 180;
  const first = lines.position(points[0], line);
  readNumbers(line, args[0]).forEach((number, i) => {
    const centre = {
      x: first.x + (i % columns) * step.width,
      y: first.y - Math.floor(i / columns) * step.depth,
    };
    const ring = rectangle(centre, width, depth, angle);
    site.build(ring, line, `block ${number} of ${place} at ${where(centre)}`);
    writeRing(osm, `block ${place} ${number}`, ring, {
      building: 'apartments',
      ...other,
      'addr:place': place,
      'addr:housenumber': number,
    });
  });
}

/**
 * `houses ROAD SIDE NUMBERS AXIS=FROM..TO OFFSET [WxD] tags`: houses beside the road, evenly spaced from
 * one end to the other. The side is that of a walker in this direction. A house that would stand on
 * something moves within its share of the stretch.
 */
function writeHouses(osm, lines, site, { line, tags, args }) {
  const [key, side, numbers, stretch, offset, size] = args;
  const road = lines.find(key, line);
  if (!road.tags.name) throw new SourceError(line, `the road ${key} has no name`);
  const [, axis, from, to] = /^([xy])=(-?\d+)\.\.(-?\d+)$/.exec(stretch ?? '') ?? [];
  if (!axis || !['left', 'right'].includes(side))
    throw new SourceError(line, 'houses need left or right, and a stretch such as x=-300..200');
  const list = readNumbers(line, numbers ?? '');
  const share = (Number(to) - Number(from)) / list.length;
  const footprint = size === undefined ? null : readSize(line, size);
  list.forEach((number, i) => {
    const middle = Number(from) + (i + 0.5) * share;
    const shifts = shiftsWithin(Math.abs(share) / 2);
    const house = shifts
      .map((shift) =>
        houseAt(lines, { key, axis, at: middle + shift, side, forward: share > 0, offset, footprint, line }),
      )
      .find(({ ring }) => !site.obstacle(ring));
    if (!house) {
      site.problems.push(
        new SourceError(
          line,
          `there is no room for ${road.tags.name} ${number} near ${axis}=${Math.round(middle)}`,
        ),
      );
      return;
    }
    site.build(house.ring, line, number);
    const address = { ...tags, 'addr:street': road.tags.name, 'addr:housenumber': number };
    const houseKey = `house ${road.tags.name} ${number}`;
    if (footprint) writeRing(osm, houseKey, house.ring, { building: 'yes', ...address });
    else osm.node(houseKey, house.centre, address);
  });
}

function houseAt(lines, { key, axis, at, side, forward, offset, footprint, line }) {
  const onRoad = lines.position(`${key}@${axis}=${at.toFixed(1)}`, line);
  const axisName = axis === 'x' ? 'cos' : 'sin';
  const along = Math[axisName](onRoad.angle) > 0 === forward ? onRoad.angle : onRoad.angle + Math.PI;
  const turn = along + (side === 'left' ? Math.PI / 2 : -Math.PI / 2);
  const away = readNumber(line, offset, 'distance from the road');
  const centre = { x: onRoad.x + away * Math.cos(turn), y: onRoad.y + away * Math.sin(turn) };
  const { width, depth } = footprint ?? { width: HOUSE_POINT_M, depth: HOUSE_POINT_M };
  return { centre, ring: rectangle(centre, width, depth, along) };
}

/** 0, 3, -3, 6, -6 ... up to the limit. */
function shiftsWithin(limit) {
  const shifts = [0];
  for (let shift = SHIFT_STEP_M; shift < limit; shift += SHIFT_STEP_M) shifts.push(shift, -shift);
  return shifts;
}

function writeRing(osm, key, ring, tags) {
  const refs = ring.map((point, i) => osm.node(`${key} corner ${i}`, point));
  osm.way(key, [...refs, refs[0]], tags);
}

/** Knows what stands where. So no building stands on a road, a river or another building. */
class Site {
  #segments;
  #rings = [];
  problems = [];

  constructor(lines) {
    this.#segments = lines.all.flatMap((line) => segmentsOf(line)).filter(({ layer }) => layer === 0);
  }

  build(ring, line, what) {
    const obstacle = this.obstacle(ring);
    if (obstacle) this.problems.push(new SourceError(line, `${what} stands on ${obstacle}`));
    this.#rings.push({ ring, line, bounds: bounds(ring) });
  }

  /** What the ring stands on, in words, or null. */
  obstacle(ring) {
    const own = bounds(ring);
    for (const segment of this.#segments) {
      const { line, a, b, tags } = segment;
      const clearance = CLEARANCE_M[line.kind === 'road' ? tags.highway : line.kind] ?? OTHER_CLEARANCE_M;
      if (boundsApart(own, segment.bounds, clearance)) continue;
      if (edges(ring).some(([c, d]) => segmentDistance(a, b, c, d) < clearance))
        return `${line.key} (line ${line.line})`;
    }
    const other = this.#rings.find(
      (known) => !boundsApart(own, known.bounds, 0) && ringsOverlap(ring, known.ring),
    );
    return other ? `a building of line ${other.line}` : null;
  }
}
