import type { Tags } from '../geo/feature.js';
import type { ElementSink, MemberType, ReadCounts, RelationMember } from './element.js';
import { FormatError } from './format-error.js';
import { MAX_MEMBERS, MAX_TAGS, MAX_WAY_REFS } from './limits.js';
import { BlockStrings } from './pbf-strings.js';
import { countPacked, Cursor } from './protobuf.js';

/** Field numbers of osmformat.proto. */
const BLOCK = { strings: 1, group: 2, granularity: 17, latOffset: 19, lonOffset: 20 } as const;
const GROUP = { node: 1, dense: 2, way: 3, relation: 4 } as const;
const NODE = { id: 1, keys: 2, values: 3, info: 4, lat: 8, lon: 9 } as const;
const DENSE = { id: 1, info: 5, lat: 8, lon: 9, keysValues: 10 } as const;
const WAY = { id: 1, keys: 2, values: 3, info: 4, refs: 8 } as const;
const RELATION = { id: 1, keys: 2, values: 3, info: 4, roles: 8, members: 9, types: 10 } as const;
/**
 * The field number of the version, both in a single element's info and in the info of dense nodes, where the
 * field is a list.
 */
const VERSION = 1;
const MEMBER_TYPES: readonly MemberType[] = ['node', 'way', 'relation'];

const NANODEGREES_PER_UNIT = 100;
const MAX_LON7 = 1_800_000_000;
const MAX_LAT7 = 900_000_000;

/**
 * Decodes unpacked `PrimitiveBlock`s one after another and passes their elements to a sink. The decoder reads
 * only the required fields.
 */
export class BlockDecoder {
  readonly #sink: ElementSink;
  readonly #counts: ReadCounts;
  #bytes: Uint8Array = new Uint8Array(0);
  #strings = new BlockStrings();
  #granularity = 100;
  #lonOffset = 0;
  #latOffset = 0;
  #refs = new Float64Array(2048);
  readonly #keys = new Cursor(this.#bytes);
  readonly #values = new Cursor(this.#bytes);
  readonly #third = new Cursor(this.#bytes);
  readonly #info = new Cursor(this.#bytes);

  constructor(sink: ElementSink, counts: ReadCounts) {
    this.#sink = sink;
    this.#counts = counts;
  }

  /** @throws FormatError if the block is malformed */
  decode(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#strings.clear();
    this.#granularity = 100;
    this.#lonOffset = 0;
    this.#latOffset = 0;
    const groups: number[] = [];
    const cursor = new Cursor(bytes);
    while (cursor.next()) {
      if (cursor.field === BLOCK.strings || cursor.field === BLOCK.group) {
        const length = cursor.expectBytes();
        if (cursor.field === BLOCK.strings) this.#strings.load(bytes, cursor.pos, cursor.pos + length);
        else groups.push(cursor.pos, cursor.pos + length);
        cursor.pos += length;
      } else if (cursor.field === BLOCK.granularity) this.#granularity = cursor.expectInt();
      else if (cursor.field === BLOCK.lonOffset) this.#lonOffset = cursor.expectInt();
      else if (cursor.field === BLOCK.latOffset) this.#latOffset = cursor.expectInt();
      else cursor.skip();
    }
    for (let i = 0; i < groups.length; i += 2) this.#group(new Cursor(bytes, groups[i], groups[i + 1]));
  }

  #group(cursor: Cursor): void {
    const sink = this.#sink;
    while (cursor.next()) {
      const { field } = cursor;
      if (!(field >= GROUP.node && field <= GROUP.relation)) {
        cursor.skip();
        continue;
      }
      const length = cursor.expectBytes();
      const start = cursor.pos;
      const end = start + length;
      cursor.pos = end;
      const inside = new Cursor(this.#bytes, start, end);
      if (field === GROUP.dense) this.#dense(inside);
      else if (field === GROUP.way) {
        this.#counts.ways++;
        if (sink.way !== undefined) this.#way(inside);
      } else if (field === GROUP.node) {
        this.#counts.nodes++;
        if (sink.node !== undefined) this.#node(inside);
      } else {
        this.#counts.relations++;
        if (sink.relation !== undefined) this.#relation(inside);
      }
    }
  }

  #dense(cursor: Cursor): void {
    const bytes = this.#bytes;
    const ids = new Cursor(bytes, 0, 0);
    const lats = new Cursor(bytes, 0, 0);
    const lons = new Cursor(bytes, 0, 0);
    const tags = this.#third;
    tags.set(bytes, 0, 0);
    this.#info.set(bytes, 0, 0);
    while (cursor.next()) {
      if (cursor.field === DENSE.id) range(cursor, ids);
      else if (cursor.field === DENSE.info) range(cursor, this.#info);
      else if (cursor.field === DENSE.lat) range(cursor, lats);
      else if (cursor.field === DENSE.lon) range(cursor, lons);
      else if (cursor.field === DENSE.keysValues) range(cursor, tags);
      else cursor.skip();
    }
    const count = countPacked(bytes, ids.pos, ids.end);
    this.#counts.nodes += count;
    if (this.#sink.node === undefined) return;
    const hasTags = tags.pos < tags.end;
    const versions = new Cursor(bytes, 0, 0);
    while (this.#info.next())
      if (this.#info.field === VERSION) range(this.#info, versions);
      else this.#info.skip();
    let id = 0;
    let lat = 0;
    let lon = 0;
    for (let i = 0; i < count; i++) {
      id += ids.sint64();
      lat += lats.sint64();
      lon += lons.sint64();
      this.#handNode(
        id,
        [lon, lat],
        hasTags ? this.#denseTags(tags) : null,
        versions.pos < versions.end ? known(versions.int64()) : 0,
      );
    }
    if (lats.pos < lats.end || lons.pos < lons.end || tags.pos < tags.end)
      throw new FormatError(`dense nodes have ${count} ids but a different number of positions or tags`);
  }

  /** Reads the tags of the next dense node. The tags are stored as key, value, key, value ..., 0. */
  #denseTags(cursor: Cursor): Tags | null {
    let key = cursor.uint32();
    if (key === 0) return null;
    const tags: Record<string, string> = Object.create(null) as Record<string, string>;
    for (let count = 1; key !== 0; count++) {
      if (count > MAX_TAGS) throw new FormatError(`a node has more than ${MAX_TAGS} tags`);
      tags[this.#strings.get(key)] = this.#strings.get(cursor.uint32());
      key = cursor.uint32();
    }
    return tags;
  }

  /** Reads the version from a single element's info; 0 if there is none. */
  #version(): number {
    let version = 0;
    while (this.#info.next())
      if (this.#info.field === VERSION) version = known(this.#info.expectInt());
      else this.#info.skip();
    return version;
  }

  #handNode(
    id: number,
    [lon, lat]: readonly [storedLon: number, storedLat: number],
    tags: Tags | null,
    version: number,
  ): void {
    const lon7 = this.#units(lon, this.#lonOffset);
    const lat7 = this.#units(lat, this.#latOffset);
    if (!(Math.abs(lon7) <= MAX_LON7 && Math.abs(lat7) <= MAX_LAT7))
      throw new FormatError(`node ${id} is at ${lon7 / 1e7}, ${lat7 / 1e7}, which is not on earth`);
    if (!Number.isSafeInteger(id)) throw new FormatError('a node id beyond 2^53');
    this.#sink.node!(id, lon7, lat7, tags, version);
  }

  /**
   * Converts a stored coordinate to units of 1e-7 degrees. The file stores multiples of `granularity`
   * nanodegrees, plus an offset.
   */
  #units(value: number, offset: number): number {
    if (this.#granularity === NANODEGREES_PER_UNIT && offset === 0) return value;
    return Math.round((value * this.#granularity + offset) / NANODEGREES_PER_UNIT);
  }

  #node(cursor: Cursor): void {
    let id = NaN;
    let lat = NaN;
    let lon = NaN;
    this.#keys.set(this.#bytes, 0, 0);
    this.#values.set(this.#bytes, 0, 0);
    this.#info.set(this.#bytes, 0, 0);
    while (cursor.next()) {
      if (cursor.field === NODE.id) id = cursor.sint64();
      else if (cursor.field === NODE.lat) lat = cursor.sint64();
      else if (cursor.field === NODE.lon) lon = cursor.sint64();
      else if (cursor.field === NODE.keys) range(cursor, this.#keys);
      else if (cursor.field === NODE.values) range(cursor, this.#values);
      else if (cursor.field === NODE.info) range(cursor, this.#info);
      else cursor.skip();
    }
    this.#handNode(id, [lon, lat], this.#tags(), this.#version());
  }

  #way(cursor: Cursor): void {
    let id = NaN;
    const refs = this.#third;
    this.#keys.set(this.#bytes, 0, 0);
    this.#values.set(this.#bytes, 0, 0);
    this.#info.set(this.#bytes, 0, 0);
    refs.set(this.#bytes, 0, 0);
    while (cursor.next()) {
      if (cursor.field === WAY.id) id = cursor.expectInt();
      else if (cursor.field === WAY.keys) range(cursor, this.#keys);
      else if (cursor.field === WAY.values) range(cursor, this.#values);
      else if (cursor.field === WAY.info) range(cursor, this.#info);
      else if (cursor.field === WAY.refs) range(cursor, refs);
      else cursor.skip();
    }
    if (Number.isNaN(id)) throw new FormatError('a way without an id');
    const count = this.#readRefs(refs, id);
    this.#sink.way!(id, this.#refs.subarray(0, count), this.#tags(), this.#version());
  }

  #readRefs(cursor: Cursor, id: number): number {
    const most = cursor.end - cursor.pos;
    if (most > this.#refs.length) {
      const count = countPacked(cursor.bytes, cursor.pos, cursor.end);
      if (count > MAX_WAY_REFS)
        throw new FormatError(`way ${id} has ${count} nodes, but the limit is ${MAX_WAY_REFS}`);
      if (count > this.#refs.length) this.#refs = new Float64Array(Math.min(count * 2, MAX_WAY_REFS));
    }
    const refs = this.#refs;
    let ref = 0;
    let count = 0;
    while (cursor.pos < cursor.end) {
      ref += cursor.sint64();
      refs[count++] = ref;
    }
    return count;
  }

  #relation(cursor: Cursor): void {
    let id = NaN;
    const roles = this.#third;
    const bytes = this.#bytes;
    const refs = new Cursor(bytes, 0, 0);
    const types = new Cursor(bytes, 0, 0);
    this.#keys.set(bytes, 0, 0);
    this.#values.set(bytes, 0, 0);
    this.#info.set(bytes, 0, 0);
    roles.set(bytes, 0, 0);
    while (cursor.next()) {
      if (cursor.field === RELATION.id) id = cursor.expectInt();
      else if (cursor.field === RELATION.keys) range(cursor, this.#keys);
      else if (cursor.field === RELATION.values) range(cursor, this.#values);
      else if (cursor.field === RELATION.info) range(cursor, this.#info);
      else if (cursor.field === RELATION.roles) range(cursor, roles);
      else if (cursor.field === RELATION.members) range(cursor, refs);
      else if (cursor.field === RELATION.types) range(cursor, types);
      else cursor.skip();
    }
    if (Number.isNaN(id)) throw new FormatError('a relation without an id');
    this.#sink.relation!(id, this.#members(id, roles, refs, types), this.#tags(), this.#version());
  }

  #members(id: number, roles: Cursor, refs: Cursor, types: Cursor): RelationMember[] {
    const members: RelationMember[] = [];
    let ref = 0;
    while (refs.pos < refs.end) {
      if (members.length === MAX_MEMBERS)
        throw new FormatError(`relation ${id} has more than ${MAX_MEMBERS} members`);
      ref += refs.sint64();
      const type = MEMBER_TYPES[types.uint32()] as MemberType | undefined;
      if (type === undefined) throw new FormatError(`relation ${id} has a member of an unknown type`);
      members.push({ type, ref, role: this.#strings.get(roles.uint32()) });
    }
    if (roles.pos < roles.end || types.pos < types.end)
      throw new FormatError(`relation ${id} has different numbers of members, roles and types`);
    return members;
  }

  /** Returns tags from the two lists of string indexes at `#keys` and `#values`. */
  #tags(): Tags | null {
    const keys = this.#keys;
    const values = this.#values;
    if (keys.pos >= keys.end && values.pos >= values.end) return null;
    const tags: Record<string, string> = Object.create(null) as Record<string, string>;
    for (let count = 1; keys.pos < keys.end; count++) {
      if (count > MAX_TAGS) throw new FormatError(`an element with more than ${MAX_TAGS} tags`);
      tags[this.#strings.get(keys.uint32())] = this.#strings.get(values.uint32());
    }
    if (values.pos < values.end) throw new FormatError('an element with more values than keys');
    return tags;
  }
}

/** Replaces -1, which files use for an unknown version, with 0. */
function known(version: number): number {
  return Math.max(0, version);
}

/** Sets `target` to the length-delimited value at the cursor and moves the cursor past it. */
function range(cursor: Cursor, target: Cursor): void {
  const length = cursor.expectBytes();
  target.set(cursor.bytes, cursor.pos, cursor.pos + length);
  cursor.pos += length;
}
