import { closeSync, openSync, readSync } from 'node:fs';
import { InputError } from '../../errors.js';
import { cannotRead } from '../../read-failure.js';

const CHUNK_BYTES = 1 << 20;

/**
 * Refuses a file with more places than allowed before it is parsed. The file is read in pieces, and only up
 * to the limit: a parser would need fifty times the memory.
 * @param most the maximum number of places
 * @throws InputError if there are more places than allowed, or if the file cannot be read
 */
export function checkPlaceCount(path: string, isTable: boolean, most: number): void {
  const counter = isTable ? new RowCounter() : new FeatureCounter();
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch (cause) {
    throw cannotRead(path, cause);
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
            `Import that many together with the map: gazarch import MAP ${path}`,
        );
    }
  } finally {
    closeSync(fd);
  }
}

const [LINE_FEED, RETURN, QUOTE, BLANK] = [0x0a, 0x0d, 0x22, 0x20];

/** Counts the non-empty lines of a table, except the header. Line ends inside quotes do not count. */
class RowCounter {
  count = -1;
  #isQuoted = false;
  #isEmpty = true;

  add(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (byte === QUOTE) this.#isQuoted = !this.#isQuoted;
      if (byte > BLANK) this.#isEmpty = false;
      else if ((byte === LINE_FEED || byte === RETURN) && !this.#isQuoted) {
        // Rows are counted at their line ends, so a final row without a line end is not counted here. The
        // parser counts again.
        if (!this.#isEmpty) this.count++;
        this.#isEmpty = true;
      }
    }
  }
}

/**
 * Counts occurrences of `"Feature"`, which each GeoJSON feature contains, and the GPX and KML elements that
 * are places.
 */
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
