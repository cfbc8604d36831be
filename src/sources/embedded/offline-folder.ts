import { closeSync, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OfflineAreaFacts, OfflineAreas } from '../offline-areas.js';

const AREA = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const FILE = /^(?:manifest\.json|[a-z]+-\d{4,}-[0-9a-f]{16}\.(?:br|gz|bin))$/;
/** A piece has a megabyte, or a little more where it cannot be packed. A manifest has some hundred kB. */
const MOST_BYTES = 4 * 1_048_576;

interface Manifest {
  edition: string;
  made_at: string;
  area: { bbox: OfflineAreaFacts['bbox'] } | null;
  parts: OfflineAreaFacts['parts'];
}

/** Areas in a folder: each a folder of its own, as `gazarch export offline` has written it. */
export class OfflineFolder implements OfflineAreas {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  list(): OfflineAreaFacts[] {
    return namesIn(this.#folder).flatMap((name) => {
      const text = this.read(name, 'manifest.json')?.toString();
      const facts = text === undefined ? null : factsOf(name, text);
      return facts === null ? [] : [facts];
    });
  }

  read(area: string, file: string): Buffer | null {
    if (!AREA.test(area) || !FILE.test(file)) return null;
    try {
      const fd = openSync(join(this.#folder, area, file), 'r');
      try {
        const stat = fstatSync(fd);
        return stat.isFile() && stat.size <= MOST_BYTES ? readFileSync(fd) : null;
      } finally {
        closeSync(fd);
      }
    } catch {
      // An export may be on its way. Who asks again gets the new pieces.
      return null;
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => AREA.test(name))
      .sort();
  } catch {
    return [];
  }
}

/** Null for what is no manifest. */
function factsOf(name: string, text: string): OfflineAreaFacts | null {
  try {
    const { edition, made_at, area, parts } = JSON.parse(text) as Manifest;
    return {
      ...{ name, edition, made_at, bbox: area?.bbox ?? null },
      parts: parts.map((part) => ({
        name: part.name,
        bytes: part.bytes,
        packed_bytes: part.packed_bytes,
      })),
    };
  } catch {
    return null;
  }
}
