import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** The system calls that a command makes on its data, read from the log of strace. */

/** What is made to fail: opening, writing, flushing, cutting, and every change of a folder. */
const KINDS = {
  open: ['open', 'openat', 'openat2', 'creat'],
  write: ['write', 'pwrite64', 'writev', 'pwritev', 'pwritev2', 'fallocate', 'copy_file_range', 'sendfile'],
  flush: ['fsync', 'fdatasync', 'sync_file_range'],
  truncate: ['truncate', 'ftruncate'],
  rename: ['rename', 'renameat', 'renameat2', 'link', 'linkat'],
  remove: ['unlink', 'unlinkat', 'rmdir'],
  makeFolder: ['mkdir', 'mkdirat'],
} as const;

/** Not every machine has all of these calls. The question mark is for those that have not. */
export const TRACED = Object.values(KINDS)
  .flat()
  .map((call) => `?${call}`)
  .join(',');

export interface DataCall {
  call: string;
  /** Of the file, seen from the data folder. Of a rename, that of the new name. Empty for the folder. */
  path: string;
  /** Which of the calls of this name on paths of the data folder. From 1, as strace counts. */
  when: number;
  thread: string;
  isInjected: boolean;
}

/**
 * The calls on paths in a folder, or on the folder, in their order.
 * @param log what `strace -f -y` wrote
 */
export function dataCalls(log: string, folder: string): DataCall[] {
  const counts = new Map<string, number>();
  return readFileSync(log, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, thread, call, rest] = /^(\d+) +(\w+)\((.*)$/.exec(line) ?? [];
      const path = pathsOf(rest ?? '').findLast((each) => each === folder || each.startsWith(`${folder}/`));
      if (call === undefined || path === undefined) return [];
      const when = (counts.get(call) ?? 0) + 1;
      counts.set(call, when);
      return [{ call, path: relative(folder, path), when, thread, isInjected: line.includes('(INJECTED)') }];
    });
}

/** Of a call on a descriptor its path, which `-y` adds to it. Of another all its texts. */
function pathsOf(args: string): string[] {
  const ofDescriptor = /^\d+<([^>]*)>/.exec(args)?.[1];
  if (ofDescriptor !== undefined) return [ofDescriptor];
  return [...args.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text);
}

/** All calls but the many writes of one file: of these the first, a middle and the last. */
export function worthFailing(calls: readonly DataCall[]): DataCall[] {
  const writes: readonly string[] = KINDS.write;
  return calls.filter((call) => {
    if (!writes.includes(call.call)) return true;
    const alike = calls.filter((other) => other.call === call.call && other.path === call.path);
    return [0, alike.length >> 1, alike.length - 1].includes(alike.indexOf(call));
  });
}
