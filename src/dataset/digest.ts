import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

/** Returns a file's digest in hexadecimal. The file is read in chunks to limit memory use. */
export function digestOf(path: string, algorithm: 'md5' | 'sha256'): string {
  const hash: Hash = createHash(algorithm);
  const piece = Buffer.allocUnsafe(1 << 20);
  const fd = openSync(path, 'r');
  try {
    for (let read = readSync(fd, piece); read > 0; read = readSync(fd, piece))
      hash.update(piece.subarray(0, read));
  } finally {
    closeSync(fd);
  }
  return hash.digest('hex');
}
