import type { Geometry } from '../../geo/feature.js';
import { toUnits } from '../../geo/coordinates.js';

/**
 * Shapes in the format that PostGIS uses, the OGC standard well-known binary. Our positions are integers in
 * units of 1e-7 degrees, and are restored exactly.
 */

const POINT = 1;
const LINE = 2;
const POLYGON = 3;
const MULTI_POINT = 4;
const MULTI_LINE = 5;
const MULTI_POLYGON = 6;
const COLLECTION = 7;

/** Writes a shape in little-endian order. Lines and polygons are always written as multi-geometries. */
export function toWkb(geometry: Geometry): Buffer {
  switch (geometry.kind) {
    case 'point':
      return Buffer.concat([head(POINT), positionsOf([geometry.lon7, geometry.lat7])]);
    case 'line':
      return several(
        MULTI_LINE,
        geometry.lines.map((line) => Buffer.concat([head(LINE), counted(line)])),
      );
    case 'area':
      return several(
        MULTI_POLYGON,
        geometry.polygons.map((rings) =>
          Buffer.concat([head(POLYGON), count(rings.length), ...rings.map(counted)]),
        ),
      );
  }
}

function head(type: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes[0] = 1;
  bytes.writeUInt32LE(type, 1);
  return bytes;
}

function count(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function several(type: number, parts: readonly Buffer[]): Buffer {
  return Buffer.concat([head(type), count(parts.length), ...parts]);
}

function counted(positions: Int32Array): Buffer {
  return Buffer.concat([count(positions.length / 2), positionsOf(positions)]);
}

function positionsOf(positions: ArrayLike<number>): Buffer {
  const bytes = Buffer.alloc(8 * positions.length);
  for (let i = 0; i < positions.length; i++) bytes.writeDoubleLE(positions[i] / 1e7, 8 * i);
  return bytes;
}

/**
 * Returns the parts of a shape: points, lines and polygons, regardless of nesting.
 * @throws Error if the data is not a shape with positions in degrees
 */
export function partsOfWkb(bytes: Buffer): Geometry[] {
  const reader = new Reader(bytes);
  const parts: Geometry[] = [];
  reader.read(parts);
  if (!reader.isAtEnd) throw new Error('a shape has bytes after its end');
  return parts;
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;
  #isLittle = true;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  read(parts: Geometry[]): void {
    const order = this.#bytes.readUInt8(this.#at++);
    if (order > 1) throw new Error('a shape has an unknown byte order');
    this.#isLittle = order === 1;
    const type = this.#number();
    switch (type) {
      case POINT:
        return this.#point(parts);
      case LINE:
        return void parts.push({ kind: 'line', lines: [this.#positions()] });
      case POLYGON:
        return void parts.push({ kind: 'area', polygons: [this.#rings()] });
      case MULTI_POINT:
      case MULTI_LINE:
      case MULTI_POLYGON:
      case COLLECTION: {
        const inside = this.#number();
        for (let i = 0; i < inside; i++) this.read(parts);
        return;
      }
      default:
        throw new Error(
          `a shape has type ${type}; only two-dimensional points, lines and polygons are supported`,
        );
    }
  }

  #point(parts: Geometry[]): void {
    const [lon7, lat7] = this.#position();
    parts.push({ kind: 'point', lon7, lat7 });
  }

  #rings(): Int32Array[] {
    return Array.from({ length: this.#number() }, () => this.#positions());
  }

  #positions(): Int32Array {
    const length = this.#number();
    if (length * 16 > this.#bytes.length - this.#at) throw new Error('a shape is truncated');
    const positions = new Int32Array(2 * length);
    for (let i = 0; i < length; i++) positions.set(this.#position(), 2 * i);
    return positions;
  }

  #position(): [lon7: number, lat7: number] {
    const [longitude, latitude] = [this.#degrees(), this.#degrees()];
    // A surface that crosses the antimeridian is stored with longitudes beyond 180 degrees.
    if (!(Math.abs(longitude) <= 214 && Math.abs(latitude) <= 90))
      throw new Error(`a shape contains ${latitude},${longitude}, which is not a position`);
    return [toUnits(longitude), toUnits(latitude)];
  }

  #degrees(): number {
    const at = this.#at;
    this.#at += 8;
    return this.#isLittle ? this.#bytes.readDoubleLE(at) : this.#bytes.readDoubleBE(at);
  }

  #number(): number {
    const at = this.#at;
    this.#at += 4;
    const value = this.#isLittle ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at);
    // Each part has at least five bytes.
    if (value > this.#bytes.length) throw new Error('a shape whose stated length exceeds its actual length');
    return value;
  }
}
