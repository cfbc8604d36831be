import { createHash } from 'node:crypto';

// On a sphere with a radius of 6,371 km. The sample is 10 km wide, so a plane is precise enough.
const METRES_PER_DEGREE_LAT = 111_195;
const FIRST_ID = 1e9;
const IDS = 9e9;

/** Collects nodes, ways and relations, in metres around an origin. Writes them as OSM XML, ordered by id. */
export class OsmFile {
  #origin;
  #ids = new Map();
  #nodes = new Map();
  #ways = new Map();
  #relations = new Map();

  constructor(origin) {
    this.#origin = origin;
  }

  /** Adds the node, or tags to a known one. Returns its id, which depends on the key only. */
  node(key, point, tags = {}) {
    const id = this.#id(`node ${key}`);
    const known = this.#nodes.get(id);
    if (known) Object.assign(known.tags, tags);
    else this.#nodes.set(id, { ...this.#degrees(point), tags: { ...tags } });
    return id;
  }

  way(key, nodeIds, tags) {
    const id = this.#newId(this.#ways, 'way', key);
    this.#ways.set(id, { refs: nodeIds, tags });
    return id;
  }

  /** Adds a relation. Members are `{ type, ref, role }`. */
  relation(key, members, tags) {
    const id = this.#newId(this.#relations, 'relation', key);
    this.#relations.set(id, { members, tags });
    return id;
  }

  toXml() {
    const lines = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<osm version="0.6" generator="build-sample.mjs" ' +
        'attribution="gazarch sample, written from memory: not a map of the real town" ' +
        'license="https://opensource.org/license/mit" invented="yes">',
      this.#bounds(),
    ];
    for (const [id, { lat, lon, tags }] of byId(this.#nodes)) {
      element(lines, `node id="${id}" version="1" lat="${lat}" lon="${lon}"`, 'node', tagLines(tags));
    }
    for (const [id, { refs, tags }] of byId(this.#ways)) {
      element(lines, `way id="${id}" version="1"`, 'way', [
        ...refs.map((ref) => `<nd ref="${ref}"/>`),
        ...tagLines(tags),
      ]);
    }
    for (const [id, { members, tags }] of byId(this.#relations)) {
      const inner = members.map((m) => `<member type="${m.type}" ref="${m.ref}" role="${m.role}"/>`);
      element(lines, `relation id="${id}" version="1"`, 'relation', [...inner, ...tagLines(tags)]);
    }
    return `${[...lines, '</osm>'].join('\n')}\n`;
  }

  /** The id depends on the key alone. So a new line in the text changes no other id. */
  #id(key) {
    const id = FIRST_ID + (createHash('sha256').update(key).digest().readUIntBE(0, 6) % IDS);
    const other = this.#ids.get(id);
    if (other !== undefined && other !== key)
      throw new Error(`"${key}" and "${other}" hash to the same id: rename one of them`);
    this.#ids.set(id, key);
    return id;
  }

  #newId(known, type, key) {
    const id = this.#id(`${type} ${key}`);
    if (known.has(id)) throw new Error(`two ${type}s have the key "${key}"`);
    return id;
  }

  #degrees({ x, y }) {
    const metresPerDegreeLon = METRES_PER_DEGREE_LAT * Math.cos((this.#origin.lat * Math.PI) / 180);
    return {
      lat: (this.#origin.lat + y / METRES_PER_DEGREE_LAT).toFixed(6),
      lon: (this.#origin.lon + x / metresPerDegreeLon).toFixed(6),
    };
  }

  #bounds() {
    const nodes = [...this.#nodes.values()];
    const range = (name) => {
      const values = nodes.map((node) => Number(node[name]));
      return [Math.min(...values).toFixed(6), Math.max(...values).toFixed(6)];
    };
    const [[south, north], [west, east]] = [range('lat'), range('lon')];
    return `  <bounds minlat="${south}" minlon="${west}" maxlat="${north}" maxlon="${east}"/>`;
  }
}

function byId(elements) {
  return [...elements].sort(([a], [b]) => a - b);
}

function element(lines, head, name, inner) {
  if (inner.length === 0) lines.push(`  <${head}/>`);
  else lines.push(`  <${head}>`, ...inner.map((line) => `    ${line}`), `  </${name}>`);
}

function tagLines(tags) {
  return Object.entries(tags).map(([k, v]) => `<tag k="${escaped(k)}" v="${escaped(v)}"/>`);
}

function escaped(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
