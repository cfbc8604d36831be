import type { FileHandle } from 'node:fs/promises';
import { InputError } from '../errors.js';
import type { ElementSink, ReadCounts, ReadOptions } from './element.js';
import { FileWindow } from './file-window.js';
import { FormatError, located } from './format-error.js';
import { DEFAULT_BLOBS_AHEAD } from './limits.js';
import { readBlob, unpackBlob, type PackedBlob } from './pbf-blob.js';
import { BlockDecoder } from './pbf-block.js';
import { UnpackMeter } from './unpack-meter.js';
import { Cursor } from './protobuf.js';

/** An open file and its size in bytes. */
export interface OpenFile {
  path: string;
  handle: FileHandle;
  bytes: number;
}

interface Unpacking {
  blob: PackedBlob;
  content: Promise<Uint8Array>;
}

/**
 * Reads an OSM PBF file (https://wiki.openstreetmap.org/wiki/PBF_Format). Node's thread pool unpacks a few
 * blobs in advance, and this function decodes them in file order.
 * @throws InputError naming the file and the byte at which the malformed or unsupported blob starts
 */
export async function readPbf(file: OpenFile, sink: ElementSink, options: ReadOptions): Promise<ReadCounts> {
  const counts: ReadCounts = { nodes: 0, ways: 0, relations: 0 };
  const decoder = new BlockDecoder(sink, counts);
  const meter = new UnpackMeter();
  let headerSeen = false;
  for await (const { blob, content } of unpackedAhead(
    file,
    Math.max(1, options.threads ?? DEFAULT_BLOBS_AHEAD),
  )) {
    options.signal?.throwIfAborted();
    try {
      const bytes = await content;
      meter.add(bytes.length, blob.endOffset);
      if (blob.type === 'OSMData' && !headerSeen) throw new FormatError('data before the header block');
      decodeBlob(blob.type, bytes, decoder, counts);
      headerSeen ||= blob.type === 'OSMHeader';
    } catch (error) {
      throw located(file.path, `byte ${blob.offset}`, error);
    }
    options.onProgress?.(blob.endOffset, file.bytes);
  }
  if (!headerSeen)
    throw new InputError(`${file.path}: byte 0: no header block; this is not an OpenStreetMap PBF file`);
  return counts;
}

/** Yields all blobs in file order. While one blob is in use, up to `most` others are unpacked. */
async function* unpackedAhead(file: OpenFile, most: number): AsyncGenerator<Unpacking> {
  const window = new FileWindow(file.handle, file.bytes);
  const ahead: Unpacking[] = [];
  let offset = 0;
  // An error while reading ahead is reported after the earlier blobs, because one of them may be the real
  // cause.
  let failure: Error | null = null;
  for (;;) {
    while (failure === null && offset < file.bytes && ahead.length <= most) {
      try {
        const blob = await readBlob(window, offset);
        offset = blob.endOffset;
        ahead.push(startUnpacking(blob));
      } catch (error) {
        failure = located(file.path, `byte ${offset}`, error) as Error;
      }
    }
    const first = ahead.shift();
    if (first === undefined) break;
    yield first;
  }
  if (failure !== null) throw failure;
}

function startUnpacking(blob: PackedBlob): Unpacking {
  const wanted = blob.type === 'OSMHeader' || blob.type === 'OSMData';
  const content = wanted ? unpackBlob(blob) : Promise.resolve(new Uint8Array(0));
  // An unpacking error is reported when the blob's turn comes. Until then, the error must not end the process
  // as an unhandled rejection.
  content.catch(() => undefined);
  return { blob, content };
}

/** Decodes a blob, ignoring blobs of other types. */
function decodeBlob(type: string, content: Uint8Array, decoder: BlockDecoder, counts: ReadCounts): void {
  if (type === 'OSMData') decoder.decode(content);
  if (type !== 'OSMHeader') return;
  const { timestampS } = readHeaderBlock(content);
  if (timestampS !== undefined) counts.timestamp = isoTime(timestampS);
}

function isoTime(seconds: number): string {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime()))
    throw new FormatError(`a timestamp of ${seconds} seconds is not a valid date`);
  return `${date.toISOString().slice(0, 19)}Z`;
}

/**
 * The features that a file may require and that this reader supports. LocationsOnWays only adds fields that
 * are not needed here.
 */
const KNOWN_FEATURES = new Set(['OsmSchema-V0.6', 'DenseNodes', 'LocationsOnWays']);

/** Field numbers of `HeaderBlock` (osmformat.proto). */
const REQUIRED_FEATURES = 4;
const REPLICATION_TIMESTAMP = 32;

/** The content of the header block. */
interface PbfHeader {
  /** The timestamp of the data in seconds since 1970, if the file states it. */
  timestampS?: number;
}

/**
 * Reads the header block.
 * @throws FormatError if the file requires a feature that this reader does not support
 */
function readHeaderBlock(bytes: Uint8Array): PbfHeader {
  const header: PbfHeader = {};
  const cursor = new Cursor(bytes);
  while (cursor.next()) {
    if (cursor.field === REQUIRED_FEATURES) {
      const length = cursor.expectBytes();
      checkFeature(new TextDecoder().decode(bytes.subarray(cursor.pos, cursor.pos + length)));
      cursor.pos += length;
    } else if (cursor.field === REPLICATION_TIMESTAMP) header.timestampS = cursor.expectInt();
    else cursor.skip();
  }
  return header;
}

function checkFeature(feature: string): void {
  if (KNOWN_FEATURES.has(feature)) return;
  if (feature === 'HistoricalInformation') {
    throw new FormatError(
      'this is a history file with several versions of an object; ' +
        'make a snapshot of one moment first (osmium time-filter)',
    );
  }
  throw new FormatError(
    `the file requires the feature ${JSON.stringify(feature.slice(0, 80))}, which this reader does not know`,
  );
}
