import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../src/errors.js';
import type { ElementSink, ReadCounts, RelationMember } from '../../src/osm/element.js';
import { readOsm } from '../../src/osm/read.js';
import { inRunFolder } from '../run-folder.js';

const folder = mkdtempSync(inRunFolder('osm-'));
let files = 0;

/** Writes a file with this content. It goes with the folder of the run. */
export function temporaryFile(content: Uint8Array | string, name = 'test.osm'): string {
  const path = join(folder, `${files++}-${name}`);
  writeFileSync(path, content);
  return path;
}

/** The path of a file that does not exist. */
export function missingFile(): string {
  return join(folder, 'missing.osm.pbf');
}

export interface CollectedElements {
  counts: ReadCounts;
  nodes: { id: number; lon7: number; lat7: number; tags: Record<string, string> | null }[];
  ways: { id: number; refs: number[]; tags: Record<string, string> | null }[];
  relations: { id: number; members: RelationMember[]; tags: Record<string, string> | null }[];
  centers: [kind: 'way' | 'relation', id: number, lon7: number, lat7: number][];
  /** `n1`, `w2`, `r3` in the order of the file. */
  order: string[];
}

/** Reads everything in a file with this content. */
export async function collect(content: Uint8Array | string): Promise<CollectedElements> {
  const found: Omit<CollectedElements, 'counts'> = {
    nodes: [],
    ways: [],
    relations: [],
    centers: [],
    order: [],
  };
  const sink: ElementSink = {
    node(id, lon7, lat7, tags) {
      found.nodes.push({ id, lon7, lat7, tags: tags && { ...tags } });
      found.order.push(`n${id}`);
    },
    way(id, refs, tags) {
      found.ways.push({ id, refs: [...refs], tags: tags && { ...tags } });
      found.order.push(`w${id}`);
    },
    relation(id, members, tags) {
      found.relations.push({ id, members, tags: tags && { ...tags } });
      found.order.push(`r${id}`);
    },
    center: (...center) => void found.centers.push(center),
  };
  return { counts: await readOsm(temporaryFile(content), sink), ...found };
}

/** The message of the InputError that reading this content ends in, without the path. */
export async function inputErrorOf(content: Uint8Array | string): Promise<string> {
  const path = temporaryFile(content);
  try {
    await readOsm(path, { node: () => undefined, way: () => undefined, relation: () => undefined });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    if (!error.message.startsWith(`${path}: `))
      throw new Error(`the message does not name the file: ${error.message}`, { cause: error });
    if (error.message.includes('\n'))
      throw new Error(`more than one line: ${error.message}`, { cause: error });
    return error.message.slice(path.length + 2);
  }
  throw new Error('it was read without an error');
}
