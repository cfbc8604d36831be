import { closeSync, openSync, readSync } from 'node:fs';
import { InputError } from '../../errors.js';

const CHUNK_BYTES = 1 << 20;

/**
 * Stops before a file with more places than allowed is read. It is read in pieces, and only as far as the
 * limit: a parser would take fifty times the memory.
 * @param most places
 * @throws InputError if there are more, or if the file cannot be read
 */
export function checkPlaceCount(path: string, isTable: boolean, most: number): void {
  const counter = isTable ? new RowCounter() : new FeatureCounter();
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch (cause) {
    throw new InputError(`cannot read ${path}: ${(cause as Error).message}`, { cause });
  }
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (;;) {
      const length = readSync(fd, chunk);
      if (length === 0) return;
      counter.add(chunk.subarray(0, length));
      if (counter.count > most)
        throw new InputError(
          `${path} has more than ${most} places, and all layers together may have no more. ` +
            `Import so many with the map: gazarch import MAP ${path}`,
        );
    }
  } finally {
    closeSync(fd);
  }
}

const [LINE_FEED, RETURN, QUOTE, BLANK] = [0x0a, 0x0d, 0x22, 0x20];

/** Counts the non-empty lines of a table, without the header and without line ends in quotes. */
class RowCounter {
  count = -1;
  #isQuoted = false;
  #isEmpty = true;

  add(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (byte === QUOTE) this.#isQuoted = !this.#isQuoted;
      if (byte > BLANK) this.#isEmpty = false;
      else if ((byte === LINE_FEED || byte === RETURN) && !this.#isQuoted) {
        // Rows are counted at their end, so a final row without a line end is missed: the parser counts
        // again.
        if (!this.#isEmpty) this.count++;
        this.#isEmpty = true;
      }
    }
  }
}

/** Counts `"Feature"`, which GeoJSON writes at each, and the elements of GPX and KML that are places. */
class FeatureCounter {
  count = 0;
  #rest = '';

  add(bytes: Buffer): void {
    const text = this.#rest + bytes.toString('latin1');
    let end = 0;
    for (const match of text.matchAll(/"type"\s*:\s*"Feature"|<(?:\w+:)?(?:wpt|Placemark)[\s>]/g)) {
      this.count++;
      end = match.index + match[0].length;
    }
    this.#rest = text.slice(Math.max(end, text.length - 64));
  }
}
