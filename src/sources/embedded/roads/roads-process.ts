import { closeSync, renameSync } from 'node:fs';
import { mapAgain, mapSections } from '../../../dataset/open-dataset.js';
import { openRegularFile } from '../../../dataset/regular-file.js';
import { removeQuietly } from '../../../dataset/temporary-file.js';
import { stampOf } from '../../../dataset/verified-files.js';
import { writeSectionsTo } from '../../../dataset/write-dataset.js';
import { readAllRoads, workOutRoads } from './roads-work.js';
import type { RoadsWanted } from '../../../routing/current/roads-wanted.js';

/** What this process is to do. road-files.ts starts it. */
export interface RoadsFileOrder {
  dataset: { path: string; stamp: string };
  wanted: RoadsWanted;
  /** A file with other roads of the same dataset; null: there is none. */
  before: string | null;
  /** Where the file is written to, and the name that it gets when it is whole. */
  temporary: string;
  path: string;
}

/** Null: the file is there. */
export type RoadsFileReply = { problem: string } | null;

/**
 * Works out roads and writes them to a file, which all processes of a service map. It is a process of its own
 * because all its memory goes with it, and because a damaged dataset ends nothing else.
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
      // A wrong number would go on into every file that comes after. What is written to this mapping stays in
      // this process, so only pages that change take memory.
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
