import * as zlib from 'node:zlib';
import type { FileWindow } from './file-window.js';
import { FormatError } from './format-error.js';
import { MAX_BLOB_BYTES, MAX_BLOB_HEADER_BYTES } from './limits.js';
import { Cursor } from './protobuf.js';

/** One blob as stored in the file, still packed. */
export interface PackedBlob {
  /** The file offsets of this blob's length prefix and of the next blob's. */
  offset: number;
  endOffset: number;
  /** `OSMHeader`, `OSMData`, or a type that readers must skip. */
  type: string;
  bytes: Uint8Array;
}

type Unpack = (
  bytes: Uint8Array,
  options: { maxOutputLength: number; chunkSize: number },
  done: (error: Error | null, result: Buffer) => void,
) => void;

/** Field numbers of `Blob` (fileformat.proto). */
const RAW = 1;
const RAW_SIZE = 2;
const ZLIB = 3;
const ZSTD = 7;
const UNSUPPORTED: Record<number, string> = { 4: 'lzma', 5: 'bzip2', 6: 'lz4' };

/** Field numbers of `BlobHeader`. */
const TYPE = 1;
const DATA_SIZE = 3;

/**
 * Reads the blob that starts at byte `offset` of the file.
 * @throws FormatError if the blob is truncated or declares a size beyond the format's limits
 */
export async function readBlob(file: FileWindow, offset: number): Promise<PackedBlob> {
  const prefix = await file.read(offset, 4);
  const headerBytes = new DataView(prefix.buffer, prefix.byteOffset).getUint32(0);
  if (headerBytes > MAX_BLOB_HEADER_BYTES)
    throw new FormatError(
      `a blob header has ${headerBytes} bytes, but the format allows ${MAX_BLOB_HEADER_BYTES}`,
    );
  const { type, dataSize } = parseHeader(await file.read(offset + 4, headerBytes));
  if (dataSize < 0 || dataSize > MAX_BLOB_BYTES)
    throw new FormatError(`a blob has ${dataSize} bytes, but the format allows ${MAX_BLOB_BYTES}`);
  const start = offset + 4 + headerBytes;
  return { offset, endOffset: start + dataSize, type, bytes: await file.read(start, dataSize) };
}

/**
 * Returns a blob's content. zlib and zstd run in Node's thread pool, so several blobs can be unpacked while
 * one is decoded.
 * @throws FormatError if the blob is malformed or uses an unsupported compression
 */
export async function unpackBlob(blob: PackedBlob): Promise<Uint8Array> {
  const cursor = new Cursor(blob.bytes);
  let content: Uint8Array | null = null;
  let packing = 0;
  let rawSize = -1;
  while (cursor.next()) {
    const { field } = cursor;
    if (field === RAW_SIZE) rawSize = cursor.expectInt();
    else if (field === RAW || field === ZLIB || field === ZSTD) {
      const length = cursor.expectBytes();
      content = blob.bytes.subarray(cursor.pos, cursor.pos + length);
      packing = field;
      cursor.pos += length;
    } else if (UNSUPPORTED[field] !== undefined) {
      throw new FormatError(
        `the data is packed with ${UNSUPPORTED[field]}, which is not supported; write the file again with ` +
          'zlib (osmium cat)',
      );
    } else cursor.skip();
  }
  if (content === null) throw new FormatError('a blob without content');
  if (packing === RAW) return content;
  if (rawSize < 0 || rawSize > MAX_BLOB_BYTES)
    throw new FormatError(
      `a blob claims to unpack to ${rawSize} bytes, but the format allows ${MAX_BLOB_BYTES}`,
    );
  return unpackTo(packing === ZLIB ? zlib.inflate : zstd(), content, rawSize);
}

function zstd(): Unpack {
  // Node has supported zstd since 22.15, but the type definitions used here are older.
  const found = (zlib as unknown as { zstdDecompress?: Unpack }).zstdDecompress;
  if (found === undefined)
    throw new FormatError(
      'packed with zstd, which needs Node 22.15 or later; use that, ' +
        'or write the file again with zlib (osmium cat)',
    );
  return found;
}

function unpackTo(unpack: Unpack, content: Uint8Array, rawSize: number): Promise<Uint8Array> {
  // A single output chunk of the right size avoids copying. zlib needs at least 64 bytes. Allowing one byte
  // more than declared reveals a wrong size.
  const options = { maxOutputLength: Math.max(64, rawSize + 1), chunkSize: Math.max(64, rawSize + 1) };
  return new Promise((resolve, reject) => {
    unpack(content, options, (error, result) => {
      if (error !== null) reject(new FormatError(`a blob cannot be unpacked (${error.message})`));
      else if (result.length !== rawSize)
        reject(new FormatError(`a blob claims to unpack to ${rawSize} bytes, but it has ${result.length}`));
      else resolve(result);
    });
  });
}

function parseHeader(bytes: Uint8Array): { type: string; dataSize: number } {
  const cursor = new Cursor(bytes);
  let type = '';
  let dataSize = -1;
  while (cursor.next()) {
    if (cursor.field === TYPE) {
      const length = cursor.expectBytes();
      type = new TextDecoder().decode(bytes.subarray(cursor.pos, cursor.pos + length));
      cursor.pos += length;
    } else if (cursor.field === DATA_SIZE) dataSize = cursor.expectInt();
    else cursor.skip();
  }
  return { type, dataSize };
}
