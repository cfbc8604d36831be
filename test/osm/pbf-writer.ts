import { deflateSync } from 'node:zlib';

/** A small writer of PBF files. It can use all freedom of the format, and it can write nonsense. */
interface TestElement {
  tags?: Record<string, string>;
  /** Of nodes 3 (7 for plain ones), of others none where it is absent. */
  version?: number;
}
export interface TestNode extends TestElement {
  id: number;
  lon7: number;
  lat7: number;
}
export interface TestWay extends TestElement {
  id: number;
  refs: number[];
}
interface TestMember {
  type: 'node' | 'way' | 'relation';
  ref: number;
  role: string;
}
export interface TestRelation extends TestElement {
  id: number;
  members: TestMember[];
}
export type TestGroup =
  | { nodes: TestNode[]; plain?: boolean }
  | { ways: TestWay[]; withLocations?: boolean }
  | { relations: TestRelation[] };

/** How positions are stored in a block; the fields of the format with the same names. */
export interface BlockOptions {
  granularity?: number;
  lonOffset?: number;
  latOffset?: number;
}

/** A number as a protobuf varint; a negative one takes ten bytes. */
export function varint(value: bigint): number[] {
  let rest = BigInt.asUintN(64, value);
  const out: number[] = [];
  for (; rest >= 128n; rest >>= 7n) out.push(Number(rest & 127n) | 128);
  out.push(Number(rest));
  return out;
}

/** A signed number as a zigzag varint. */
export function zigzag(value: bigint): number[] {
  return varint((value << 1n) ^ (value >> 63n));
}

/** A field with a whole number, as a varint. */
export function int(field: number, value: number | bigint): number[] {
  return [...varint(BigInt(field) << 3n), ...varint(BigInt(value))];
}

/** A field with bytes or a text. */
export function bytes(field: number, content: ArrayLike<number> | string): number[] {
  const data = typeof content === 'string' ? [...Buffer.from(content)] : Array.from(content);
  return [...varint((BigInt(field) << 3n) | 2n), ...varint(BigInt(data.length)), ...data];
}

function deltas(values: readonly number[]): number[] {
  return values.flatMap((value, i) => zigzag(BigInt(value) - BigInt(i === 0 ? 0 : values[i - 1])));
}

class Strings {
  readonly list = [''];
  number(text: string): number {
    const known = this.list.indexOf(text, 1);
    if (known !== -1) return known;
    return this.list.push(text) - 1;
  }
  /** The fields 2 (keys) and 3 (values) of an element. */
  tagFields(tags: Record<string, string> = {}): number[] {
    const entries = Object.entries(tags);
    if (entries.length === 0) return [];
    return [
      ...bytes(
        2,
        entries.flatMap(([key]) => varint(BigInt(this.number(key)))),
      ),
      ...bytes(
        3,
        entries.flatMap(([, value]) => varint(BigInt(this.number(value)))),
      ),
    ];
  }
}

/** The content of a data blob. */
export function block(groups: readonly TestGroup[], options: BlockOptions = {}): number[] {
  const { granularity = 100, lonOffset = 0, latOffset = 0 } = options;
  const strings = new Strings();
  const stored = (units: number, offset: number): number => {
    const value = (units * 100 - offset) / granularity;
    if (!Number.isInteger(value))
      throw new Error(`${units} cannot be stored with granularity ${granularity} and offset ${offset}`);
    return value;
  };
  const groupBytes = groups.map((group) => {
    if ('ways' in group)
      return group.ways.flatMap((way) => bytes(3, wayBytes(way, strings, group.withLocations === true)));
    if ('relations' in group)
      return group.relations.flatMap((relation) => bytes(4, relationBytes(relation, strings)));
    const nodes = group.nodes.map((node) => ({
      ...node,
      lon7: stored(node.lon7, lonOffset),
      lat7: stored(node.lat7, latOffset),
    }));
    return group.plain === true
      ? nodes.flatMap((node) => bytes(1, nodeBytes(node, strings)))
      : bytes(2, denseBytes(nodes, strings));
  });
  return [
    ...bytes(
      1,
      strings.list.flatMap((text) => bytes(1, text)),
    ),
    ...groupBytes.flatMap((group) => bytes(2, group)),
    ...(granularity === 100 ? [] : int(17, granularity)),
    ...(latOffset === 0 ? [] : int(19, latOffset)),
    ...(lonOffset === 0 ? [] : int(20, lonOffset)),
  ];
}

function nodeBytes(node: TestNode, strings: Strings): number[] {
  const sint = (field: number, value: number): number[] => [
    ...varint(BigInt(field) << 3n),
    ...zigzag(BigInt(value)),
  ];
  return [
    ...sint(1, node.id),
    ...strings.tagFields(node.tags),
    ...bytes(4, int(1, node.version ?? 7)),
    ...sint(8, node.lat7),
    ...sint(9, node.lon7),
  ];
}

function denseBytes(nodes: readonly TestNode[], strings: Strings): number[] {
  const tagged = nodes.some((node) => node.tags !== undefined);
  const keysValues = nodes.flatMap((node) => [
    ...Object.entries(node.tags ?? {}).flatMap(([k, v]) => [
      ...varint(BigInt(strings.number(k))),
      ...varint(BigInt(strings.number(v))),
    ]),
    0,
  ]);
  return [
    ...bytes(1, deltas(nodes.map((node) => node.id))),
    ...bytes(
      5,
      bytes(
        1,
        nodes.flatMap(({ version = 3 }) => varint(BigInt(version))),
      ),
    ),
    ...bytes(8, deltas(nodes.map((node) => node.lat7))),
    ...bytes(9, deltas(nodes.map((node) => node.lon7))),
    ...(tagged ? bytes(10, keysValues) : []),
  ];
}

function wayBytes(way: TestWay, strings: Strings, withLocations: boolean): number[] {
  const locations = way.refs.map((_, i) => 471234567 + i);
  return [
    ...int(1, way.id),
    ...strings.tagFields(way.tags),
    ...(way.version === undefined ? [] : bytes(4, int(1, way.version))),
    ...bytes(8, deltas(way.refs)),
    ...(withLocations ? [...bytes(9, deltas(locations)), ...bytes(10, deltas(locations))] : []),
  ];
}

function relationBytes(relation: TestRelation, strings: Strings): number[] {
  const { members } = relation;
  return [
    ...int(1, relation.id),
    ...strings.tagFields(relation.tags),
    ...(relation.version === undefined ? [] : bytes(4, int(1, relation.version))),
    ...bytes(
      8,
      members.flatMap((member) => varint(BigInt(strings.number(member.role)))),
    ),
    ...bytes(9, deltas(members.map((member) => member.ref))),
    ...bytes(
      10,
      members.map((member) => ['node', 'way', 'relation'].indexOf(member.type)),
    ),
  ];
}

/** The content of a header blob. */
export function header(
  features: readonly string[] = ['OsmSchema-V0.6', 'DenseNodes'],
  timestampS?: number,
): number[] {
  return [
    ...features.flatMap((feature) => bytes(4, feature)),
    ...bytes(16, 'a test'),
    ...(timestampS === undefined ? [] : int(32, timestampS)),
  ];
}

/** A blob with this content, with length prefix and header. */
export function blob(type: string, content: readonly number[], packing: 'raw' | 'zlib' = 'zlib'): Buffer {
  const data = Uint8Array.from(content);
  return framed(
    type,
    packing === 'raw' ? bytes(1, data) : [...int(2, data.length), ...bytes(3, deflateSync(data))],
  );
}

/** Puts length prefix and header around these bytes, which are the blob itself. */
export function framed(type: string, blobBytes: readonly number[], declaredSize = blobBytes.length): Buffer {
  const head = [...bytes(1, type), ...int(3, declaredSize)];
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32BE(head.length);
  return Buffer.concat([prefix, Uint8Array.from(head), Uint8Array.from(blobBytes)]);
}

/** A whole file: a header and one data blob for each list of groups. */
export function pbf(
  blocks: readonly (readonly TestGroup[])[],
  options: BlockOptions & { packing?: 'raw' | 'zlib' } = {},
): Buffer {
  const packing = options.packing ?? 'zlib';
  return Buffer.concat([
    blob('OSMHeader', header(), packing),
    ...blocks.map((groups) => blob('OSMData', block(groups, options), packing)),
  ]);
}
