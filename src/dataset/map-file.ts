import { closeSync, fstatSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * Memory-mapped files (mmap). All processes that map a file share its pages, and the operating system drops
 * pages when it needs memory. Node cannot map files into memory, so this module calls the C library through
 * koffi. koffi is an optional dependency, and only this file uses it.
 */

/** The parts of koffi that we use. Pointers are 64-bit numbers. */
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
   * Unmaps the file immediately. Call this only if nothing will read the buffer again: a later read would
   * crash the process.
   */
  unmap: () => void;
}

// Constants from the C library's headers.
const PROT_READ_WRITE = 1 | 2;
const MAP_PRIVATE = 2;
const MAP_FAILED = 2n ** 64n - 1n;
/**
 * The mapping is writable only so that a stray write changes this process's copy of a page instead of the
 * file. Nothing writes to the mapping, so no memory is reserved for writes: without overcommit, four workers
 * would need memory for four times the file's size.
 */
const MAP_NORESERVE: Partial<Record<NodeJS.Platform, number>> = { linux: 0x4000, darwin: 0x40 };

/** The architectures on which mmap's offset argument is 64 bits wide. */
const ARCHITECTURES: readonly string[] = ['x64', 'arm64', 'riscv64', 'loong64'];

/** The mapper, or the reason why there is none; undefined until a mapper is first needed. */
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

/** Explains why files cannot be mapped here, or returns null if they can. */
export function whyNotMapped(): string | null {
  const own = mapper();
  return own instanceof Error ? own.message.split('\n')[0] : null;
}

interface Mapping {
  pointer: bigint;
  length: number;
  /** The descriptor to close when the file is unmapped. */
  fd: number | null;
}

function release({ pointer, length, fd }: Mapping): void {
  (mapper() as Mapper).unmap(pointer, length);
  if (fd !== null) closeSync(fd);
}

/** Views keep their buffer alive, so unmapped memory can never be read. */
const whenUnreachable = new FinalizationRegistry(release);

/**
 * Maps an entire open file. The mapping ends when the garbage collector finds the buffer unreachable. A
 * thread must unmap the file before the thread ends, because nothing else will unmap it afterward. Never
 * transfer the buffer to another thread, because both threads would then own it.
 *
 * If someone truncates the file, reading a page beyond its new end crashes the process (SIGBUS).
 * @param options.keepsOpen whether the mapping takes over the descriptor. If so, the descriptor stays open
 *   while the file is mapped. Others can then map the same file even if its path has changed.
 * @throws Error if mapping fails, or if `whyNotMapped` returns a reason. The descriptor stays open.
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
