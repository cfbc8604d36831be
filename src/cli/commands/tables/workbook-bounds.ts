import { createInflateRaw } from 'node:zlib';
import { Readable } from 'node:stream';

/**
 * The maximum unpacked size of a workbook's files, in bytes. Reading them takes several times as much memory.
 */
const MOST_UNPACKED = 128 * 1024 * 1024;
/**
 * The maximum number of cells in a sheet, including empty ones: a sheet is read as a rectangle up to its
 * farthest cell.
 */
const MOST_CELLS = 5_000_000;

/** Signatures and fixed lengths of a ZIP file (APPNOTE.TXT 6.3.10, 4.3.7, 4.3.12, 4.3.16). */
const [END, END_BYTES, LONGEST_COMMENT] = [0x06054b50, 22, 0xffff];
const [CENTRAL, CENTRAL_BYTES] = [0x02014b50, 46];
const LOCAL_BYTES = 30;

interface Entry {
  name: string;
  isDeflated: boolean;
  packed: Uint8Array;
  /** The unpacked size, according to the file. */
  bytes: number;
}

/**
 * Checks whether a workbook fits in memory before it is read. The sizes stated in the file are checked
 * against the actual sizes: everything is unpacked once, in pieces, and discarded.
 * @throws Error that names the exceeded limit
 */
export async function checkWorkbook(bytes: Buffer): Promise<void> {
  const entries = entriesOf(bytes);
  const unpacked = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  if (unpacked > MOST_UNPACKED)
    throw new Error(
      `it has ${unpacked} bytes when unpacked, but the limit is ${MOST_UNPACKED}; save it as CSV, or ` +
        'split it',
    );
  for (const entry of entries) {
    const { row, column } = await farthestCell(entry);
    if (row * column > MOST_CELLS)
      throw new Error(
        `a sheet extends to row ${row} and column ${column}, which is more than ${MOST_CELLS} cells; ` +
          'delete the outlying cells, or save the sheet as CSV',
      );
  }
}

interface Farthest {
  row: number;
  column: number;
}

/** Returns a sheet's farthest cell, or 0 and 0 for the other files in a workbook. */
async function farthestCell({ name, isDeflated, packed, bytes }: Entry): Promise<Farthest> {
  const farthest = { row: 0, column: 0 };
  const isSheet = /^xl\/worksheets\/[^/]+\.xml$/i.test(name);
  let [left, rest] = [bytes, ''];
  const source = Readable.from([packed]);
  for await (const piece of isDeflated ? source.pipe(createInflateRaw()) : source) {
    left -= (piece as Buffer).length;
    if (left < 0) throw new Error(`a file in the workbook unpacks to more than its declared ${bytes} bytes`);
    if (!isSheet) continue;
    const text = rest + Buffer.from(piece as Buffer).toString('latin1');
    note(farthest, text);
    rest = text.slice(-64);
  }
  return farthest;
}

/** Matches a cell's `r="XFD1048576"`, and the end of `ref="A1:XFD1048576"`. */
const CELL = /(?:\br\s*=\s*["']|:)([A-Z]{1,3})(\d{1,7})["']/g;

function note(farthest: Farthest, text: string): void {
  for (const [, letters, digits] of text.matchAll(CELL)) {
    let column = 0;
    for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
    farthest.column = Math.max(farthest.column, column);
    farthest.row = Math.max(farthest.row, Number(digits));
  }
}

/** Returns the entries of a ZIP file's directory. @throws Error if the file is not a ZIP file */
function entriesOf(bytes: Buffer): Entry[] {
  const last = Math.max(0, bytes.length - END_BYTES - LONGEST_COMMENT);
  let end = bytes.length - END_BYTES;
  while (end >= last && bytes.readUInt32LE(end) !== END) end--;
  if (end < last) throw new Error('it is cut off');
  const entries: Entry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (bytes.readUInt32LE(at) !== CENTRAL) throw new Error('its directory is damaged');
    const [method, length] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const lengths = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
    const local = bytes.readUInt32LE(at + 42);
    const from = local + LOCAL_BYTES + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const name = bytes.toString('latin1', at + CENTRAL_BYTES, at + CENTRAL_BYTES + lengths[0]);
    const packed = bytes.subarray(from, from + length);
    entries.push({ name, isDeflated: method === 8, packed, bytes: bytes.readUInt32LE(at + 24) });
    at += CENTRAL_BYTES + lengths[0] + lengths[1] + lengths[2];
  }
  return entries;
}
