import { closeSync, renameSync } from 'node:fs';
import { mapAgain, mapSections } from '../../../dataset/open-dataset.js';
import { openRegularFile } from '../../../dataset/regular-file.js';
import { removeQuietly } from '../../../dataset/temporary-file.js';
import { stampOf } from '../../../dataset/verified-files.js';
import { writeSectionsTo } from '../../../dataset/write-dataset.js';
import { readAllRoads, workOutRoads } from './roads-work.js';
import type { RoadsWanted } from '../../../routing/current/roads-wanted.js';

/** The order for this process. road-files.ts starts it. */
export interface RoadsFileOrder {
  dataset: { path: string; stamp: string };
  wanted: RoadsWanted;
  /** A file with other roads of the same dataset; null if there is none. */
  before: string | null;
  /** The path of the file during writing, and its name when it is complete. */
  temporary: string;
  path: string;
}

/** Null if the file is there. */
export type RoadsFileReply = { problem: string } | null;

/**
 * Computes roads and writes them to a file, which all processes of a service map. It is a process of its own
 * so that the system frees all its memory at its end, and so that a damaged dataset ends nothing else.
 */
process.once('message', (order: RoadsFileOrder) => {
  process.send!(replyTo(order), () => process.disconnect());
});

function replyTo({ dataset, wanted, before, temporary, path }: RoadsFileOrder): RoadsFileReply {
  try {
    const fd = openRegularFile(dataset.path);
    try {
      if (stampOf(fd, dataset.path) !== dataset.stamp)
        return { problem: `${dataset.path} is another file now` };
      // A wrong number would spread to every later file. Writes to this mapping stay in this process, so only
      // changed pages take memory.
      const roadsBefore = before === null ? null : readAllRoads(mapSections(before, { checksums: true }));
      writeSectionsTo(temporary, workOutRoads(mapAgain(fd, dataset.path).sections, wanted, roadsBefore));
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
    return null;
  } catch (error) {
    removeQuietly(temporary);
    return { problem: (error as Error).message };
  }
}
