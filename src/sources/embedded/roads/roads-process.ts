import { closeSync, renameSync } from 'node:fs';
import { mapAgain, mapSections } from '../../../dataset/open-dataset.js';
import { openRegularFile } from '../../../dataset/regular-file.js';
import { removeQuietly } from '../../../dataset/temporary-file.js';
import { stampOf } from '../../../dataset/verified-files.js';
import { writeSectionsTo } from '../../../dataset/write-dataset.js';
import { readAllRoads, workOutRoads } from './roads-work.js';
import type { RoadsWanted } from '../../../routing/current/roads-wanted.js';

/** The job for this process, which road-files.ts starts. */
export interface RoadsFileOrder {
  dataset: { path: string; stamp: string };
  wanted: RoadsWanted;
  /** A file with other roads of the same dataset, or null if there is none. */
  before: string | null;
  /** The path of the file while it is being written, and its path when it is complete. */
  temporary: string;
  path: string;
}

/** Null if the file was written. */
export type RoadsFileReply = { problem: string } | null;

/**
 * Computes roads and writes them to a file, which all processes of a service map. A separate process is used
 * so that the system frees all its memory when it ends, and so that a damaged dataset cannot crash any other
 * process.
 */
process.once('message', (order: RoadsFileOrder) => {
  process.send!(replyTo(order), () => process.disconnect());
});

function replyTo({ dataset, wanted, before, temporary, path }: RoadsFileOrder): RoadsFileReply {
  try {
    const fd = openRegularFile(dataset.path);
    try {
      if (stampOf(fd, dataset.path) !== dataset.stamp)
        return { problem: `${dataset.path} has been replaced by another file` };
      // Checksums are verified, because a wrong number would be copied to every later file. Writes to this
      // mapping are visible only to this process, so only changed pages take up memory.
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
