import { accessSync, constants, statSync, type Stats } from 'node:fs';
import { cannotRead, notAFile } from '../../read-failure.js';

/** @throws InputError if the path is not a file that can be read */
export function checkFile(path: string): void {
  let found: Stats;
  try {
    found = statSync(path);
    accessSync(path, constants.R_OK);
  } catch (cause) {
    throw cannotRead(path, cause);
  }
  if (!found.isFile()) throw notAFile(path, found);
}
