import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ElementSink, ReadCounts, ReadOptions } from './element.js';
import { FormatError, located } from './format-error.js';
import { OsmXmlParser } from './osm-xml-parser.js';
import type { OpenFile } from './read-pbf.js';
import { UnpackMeter } from './unpack-meter.js';

/**
 * Reads an OSM XML file piece by piece, gzipped or not.
 * @throws InputError naming the file and the fault's line and column (for damaged gzip, its byte)
 */
export async function readXml(
  file: OpenFile,
  gzipped: boolean,
  sink: ElementSink,
  options: ReadOptions,
): Promise<ReadCounts> {
  const parser = new OsmXmlParser(sink);
  let bytesRead = 0;
  const count = async function* (chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const chunk of chunks) {
      bytesRead += chunk.length;
      options.onProgress?.(bytesRead, file.bytes);
      yield chunk;
    }
  };
  const parse = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    const decoder = new TextDecoder();
    const meter = new UnpackMeter();
    for await (const chunk of chunks) {
      options.signal?.throwIfAborted();
      if (gzipped) meter.add(chunk.length, bytesRead);
      parser.write(decoder.decode(chunk, { stream: true }));
    }
    parser.write(decoder.decode());
    parser.close();
  };
  const input = file.handle.createReadStream({ start: 0, autoClose: false });
  try {
    if (gzipped) await pipeline(input, count, createGunzip(), parse);
    else await pipeline(input, count, parse);
  } catch (error) {
    if (isZlibError(error))
      throw located(
        file.path,
        `about byte ${bytesRead}`,
        new FormatError(`gzip data that cannot be unpacked (${error.message})`),
      );
    throw located(file.path, parser.place, error);
  }
  return parser.counts;
}

function isZlibError(error: unknown): error is Error {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && /^Z_/.test(error.code)
  );
}
