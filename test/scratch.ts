import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
const ROOM_BYTES = 1e9;

/**
 * Where small databases of tests lie: in memory where it has room. On a disk each change waits until it is
 * written.
 */
export const SCRATCH = hasRoom() ? IN_MEMORY : tmpdir();

function hasRoom(): boolean {
  if (!existsSync(IN_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize > ROOM_BYTES;
}
