import type { FileHandle } from 'node:fs/promises';
import type { ElementSink, ReadCounts, ReadOptions } from './element.js';
import { FileWindow } from './file-window.js';
import { FormatError, located } from './format-error.js';
import { DEFAULT_BLOBS_AHEAD } from './limits.js';
import { readBlob, unpackBlob, type PackedBlob } from './pbf-blob.js';
import { BlockDecoder } from './pbf-block.js';
import { readHeaderBlock } from './pbf-header.js';

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
 * Reads an OSM PBF file (https://wiki.openstreetmap.org/wiki/PBF_Format). Blobs are unpacked some ahead in Node's thread
 * pool and decoded here in file order.
 * @throws InputError naming the file and the byte where the blob starts that is malformed or of a kind not supported.
 */
export async function readPbf(file: OpenFile, sink: ElementSink, options: ReadOptions): Promise<ReadCounts> {
  const counts: ReadCounts = { nodes: 0, ways: 0, relations: 0 };
  const decoder = new BlockDecoder(sink, counts);
  const window = new FileWindow(file.handle, file.bytes);
  const ahead: Unpacking[] = [];
  const most = Math.max(1, options.threads ?? DEFAULT_BLOBS_AHEAD);
  let offset = 0;
  let headerSeen = false;
  let place = 0;
  try {
    for (;;) {
      options.signal?.throwIfAborted();
      for (place = offset; ahead.length < most; place = offset) {
        if (offset >= file.bytes) break;
        const blob = await readBlob(window, offset);
        offset = blob.endOffset;
        ahead.push(startUnpacking(blob));
      }
      const first = ahead.shift();
      if (first === undefined) break;
      place = first.blob.offset;
      headerSeen = decodeBlob(first.blob.type, await first.content, headerSeen, decoder, counts);
      options.onProgress?.(first.blob.endOffset, file.bytes);
    }
    if (!headerSeen) throw new FormatError('no header block, this is not a PBF file of OpenStreetMap');
  } catch (error) {
    throw located(file.path, `byte ${place}`, error);
  }
  return counts;
}

function startUnpacking(blob: PackedBlob): Unpacking {
  const wanted = blob.type === 'OSMHeader' || blob.type === 'OSMData';
  const content = wanted ? unpackBlob(blob) : Promise.resolve(new Uint8Array(0));
  // Its failure counts when its turn comes; until then it must not end the process as an unhandled one.
  content.catch(() => undefined);
  return { blob, content };
}

/** Whether a header has been seen by now. */
function decodeBlob(type: string, content: Uint8Array, headerSeen: boolean, decoder: BlockDecoder, counts: ReadCounts): boolean {
  if (type === 'OSMHeader') {
    const { timestampS } = readHeaderBlock(content);
    if (timestampS !== undefined) counts.timestamp = isoTime(timestampS);
    return true;
  }
  if (type !== 'OSMData') return headerSeen;
  if (!headerSeen) throw new FormatError('data before the header block');
  decoder.decode(content);
  return true;
}

function isoTime(seconds: number): string {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) throw new FormatError(`a timestamp of ${seconds} seconds`);
  return `${date.toISOString().slice(0, 19)}Z`;
}
