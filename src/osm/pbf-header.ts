import { FormatError } from './format-error.js';
import { Cursor } from './protobuf.js';

/**
 * Features that a file may require of its reader and that this reader has. LocationsOnWays only adds
 * fields that are not needed here.
 */
const KNOWN_FEATURES = new Set(['OsmSchema-V0.6', 'DenseNodes', 'LocationsOnWays']);

/** Field numbers of `HeaderBlock` (osmformat.proto). */
const REQUIRED_FEATURES = 4;
const REPLICATION_TIMESTAMP = 32;

/** What the header block says. */
export interface PbfHeader {
  /** Age of the data in seconds since 1970, when the file says it. */
  timestampS?: number;
}

/**
 * Reads the header block.
 * @throws FormatError when the file requires a feature that this reader does not have.
 */
export function readHeaderBlock(bytes: Uint8Array): PbfHeader {
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
