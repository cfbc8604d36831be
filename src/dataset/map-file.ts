import { closeSync, fstatSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * Files as memory (mmap). All processes that map a file share its pages, and the system drops pages when it
 * needs memory. Node has no call for that, so it goes through koffi, which calls the C library. koffi is an
 * optional dependency, and only this file knows it.
 */

/** The used part of koffi. Pointers are numbers of 64 bits. */
interface Koffi {
  load(library: null): { func(prototype: string): (...args: (bigint | number | null)[]) => bigint | number };
  view(pointer: bigint, length: number): ArrayBuffer;
  errno(): number;
}

interface Mapper {
  map(fd: number, length: number): { pointer: bigint; buffer: ArrayBuffer };
  unmap(pointer: bigint, length: number): void;
}

/** A mapped file. */
export interface MappedFile {
  buffer: ArrayBuffer;
  fd: number;
  /**
   * Unmaps at once. Only for callers that know that nobody reads the buffer: a later read would end the
   * process.
   */
  unmap: () => void;
}

// From the headers of the C library.
const PROT_READ_WRITE = 1 | 2;
const MAP_PRIVATE = 2;
const MAP_FAILED = 2n ** 64n - 1n;
/**
 * Writable only so that a stray write changes a page of this process instead of the file. Nobody writes, so
 * no memory is reserved for that: without overcommit, four workers would need four times the file.
 */
const MAP_NORESERVE: Partial<Record<NodeJS.Platform, number>> = { linux: 0x4000, darwin: 0x40 };

/** On these architectures the position in a file, an argument of mmap, has 64 bits. */
const ARCHITECTURES: readonly string[] = ['x64', 'arm64', 'riscv64', 'loong64'];

/** Undefined before the first request. */
let found: Mapper | Error | undefined;

function findMapper(): Mapper {
  const noReserve = MAP_NORESERVE[process.platform];
  if (noReserve === undefined || !ARCHITECTURES.includes(process.arch))
    throw new Error(`not on ${process.platform} on ${process.arch}`);
  const koffi = createRequire(import.meta.url)('koffi') as Koffi;
  const library = koffi.load(null);
  const mmap = library.func(
    'void *mmap(void *address, size_t length, int protection, int flags, int fd, int64_t offset)',
  );
  const munmap = library.func('int munmap(void *address, size_t length)');
  return {
    map: (fd, length) => {
      const pointer = mmap(null, length, PROT_READ_WRITE, MAP_PRIVATE | noReserve, fd, 0) as bigint;
      if (pointer === MAP_FAILED) throw new Error(`mmap fails with error ${koffi.errno()}`);
      try {
        return { pointer, buffer: koffi.view(pointer, length) };
      } catch (error) {
        munmap(pointer, length);
        throw error;
      }
    },
    unmap: (pointer, length) => void munmap(pointer, length),
  };
}

function mapper(): Mapper | Error {
  if (found === undefined) {
    try {
      found = findMapper();
    } catch (error) {
      found = error as Error;
    }
  }
  return found;
}

/** Why files cannot be mapped here; null if they can. */
export function whyNotMapped(): string | null {
  const own = mapper();
  return own instanceof Error ? own.message.split('\n')[0] : null;
}

interface Mapping {
  pointer: bigint;
  length: number;
  /** The descriptor to close with it. */
  fd: number | null;
}

function release({ pointer, length, fd }: Mapping): void {
  (mapper() as Mapper).unmap(pointer, length);
  if (fd !== null) closeSync(fd);
}

/** Views keep their buffer alive, so nobody can read unmapped memory. */
const whenUnreachable = new FinalizationRegistry(release);

/**
 * Maps an open file as a whole. The mapping ends when nobody can reach the buffer, which only the garbage
 * collector finds out. A thread has to unmap it before its own end, because nobody does it afterwards. Never
 * transfer the buffer to another thread: both would then own it.
 *
 * If somebody shortens the file, reading a page beyond its new end ends the process (SIGBUS).
 * @param options.keepsOpen whether the mapping takes over the descriptor. It then stays open as long as the
 *   file is mapped, and others can map that file, whatever its path is by then.
 * @throws Error if that fails, and if `whyNotMapped` has a reason. The descriptor stays open.
 */
export function mapFile(fd: number, options: { keepsOpen: boolean }): MappedFile {
  const own = mapper();
  if (own instanceof Error) throw own;
  const length = fstatSync(fd).size;
  const { pointer, buffer } = own.map(fd, length);
  const mapping = { pointer, length, fd: options.keepsOpen ? fd : null };
  whenUnreachable.register(buffer, mapping, mapping);
  const unmap = (): void => {
    if (whenUnreachable.unregister(mapping)) release(mapping);
  };
  return { buffer, fd, unmap };
}
