import { open, type FileHandle } from 'node:fs/promises';
import { InputError } from '../errors.js';
import type { ElementSink, ReadCounts, ReadOptions } from './element.js';
import { readPbf } from './read-pbf.js';
import { readXml } from './read-xml.js';
import { cannotRead, notAFile } from '../read-failure.js';

export type { ElementSink, ReadCounts, ReadOptions, RelationMember } from './element.js';

type Kind = 'pbf' | 'xml' | 'gzip';

/** Common unsupported file types, identified by their first bytes, each with a remedy. */
const UNSUPPORTED: readonly (readonly [string, string])[] = [
  ['425a68', 'a bzip2 file; unpack it first (bunzip2)'],
  ['fd377a585a', 'an xz file; unpack it first (unxz)'],
  ['28b52ffd', 'a zstd file; unpack it first (unzstd)'],
  ['504b0304', 'a zip file; unpack it first'],
  ['ffe0046f356d32', 'an o5m file; convert it first (osmium cat)'],
  ['fffe', 'text in UTF-16, not UTF-8'],
  ['feff', 'text in UTF-16, not UTF-8'],
];

/**
 * Reads an OSM file in .osm.pbf, .osm or .osm.gz format, detected from its first bytes. Handlers receive
 * elements in file order. A file can be read several times with different handlers.
 * @throws InputError if the file is missing, truncated, malformed or not supported. The message is one line
 *   that names the file and the position in it. A handler's errors and an aborted signal's reason are
 *   rethrown unchanged.
 */
export async function readOsm(
  path: string,
  sink: ElementSink,
  options: ReadOptions = {},
): Promise<ReadCounts> {
  options.signal?.throwIfAborted();
  const handle = await openFile(path);
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw notAFile(path, stat);
    if (stat.size === 0) throw new InputError(`${path}: the file is empty`);
    const file = { path, handle, bytes: stat.size };
    const kind = await detectKind(file.path, handle);
    if (kind === 'pbf') return await readPbf(file, sink, options);
    return await readXml(file, kind === 'gzip', sink, options);
  } catch (error) {
    throw systemError(path, error);
  } finally {
    await handle.close();
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    throw systemError(path, error);
  }
}

/** Describes an operating system error (missing file, no permission, broken disk) in one readable line. */
function systemError(path: string, error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return error;
  // A handler may also throw a system error when it writes.
  if (error.syscall !== 'open' && error.syscall !== 'read' && error.syscall !== 'fstat') return error;
  return cannotRead(path, error);
}

async function detectKind(path: string, handle: FileHandle): Promise<Kind> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(64), 0, 64, 0);
  const head = buffer.subarray(0, bytesRead);
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  const hex = head.toString('hex');
  for (const [magic, what] of UNSUPPORTED)
    if (hex.startsWith(magic)) throw new InputError(`${path}: this is ${what}`);
  // A UTF-8 file may start with a byte order mark.
  if (/^\s*</.test(head.toString('utf8').replace(/^\uFEFF/, ''))) return 'xml';
  // A PBF file starts with the length of its first blob header. The length is at most 64 KiB, so the first
  // byte is 0 and the second is 0 or 1.
  if (head[0] === 0 && (head.length === 1 || head[1] <= 1)) return 'pbf';
  throw new InputError(
    `${path}: byte 0: neither PBF nor XML nor gzip; give an .osm.pbf, .osm or .osm.gz file`,
  );
}
