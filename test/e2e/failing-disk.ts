import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  read,
  readSync,
  write,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';

/**
 * A disk with one file, which fails when it is told to: a file system of our own (FUSE). The kernel asks this
 * process for the pages of the file. Linux only, for who may mount. The numbers are those of `linux/fuse.h`.
 *
 * Whoever has a `FailingDisk` must never read what is on it: it would wait for its own answer.
 */

const LOOKUP = 1;
const FORGET = 2;
const GETATTR = 3;
const OPEN = 14;
const READ = 15;
const RELEASE = 18;
const FLUSH = 25;
const INIT = 26;
const BATCH_FORGET = 42;
/** Not asked for: the kernel is to forget the pages of a file. */
const FORGET_PAGES = 2;

const FILE = 2n;
const IN_HEADER = 40;
const OUT_HEADER = 16;
const ATTRIBUTES = 88;
const REQUEST_BYTES = 1 << 20;
/** The kernel asks for attributes and names once. */
const LONG_S = 1_000_000n;
const ENOENT = 2;
const EIO = 5;
const ENOSYS = 38;

/** Whether there can be such a disk. */
export const mayMount = existsSync('/dev/fuse') && process.getuid?.() === 0;

export class FailingDisk {
  readonly #device = openSync('/dev/fuse', constants.O_RDWR);
  readonly #source: number;
  readonly #folder: string;
  readonly #name: string;
  #fails = false;

  /**
   * @param source the bytes of the file
   * @param folder where the disk is seen
   * @param name of its file
   */
  static async mount(source: string, folder: string, name: string): Promise<FailingDisk> {
    const disk = new FailingDisk(source, folder, name);
    const options = 'ro,allow_other,fd=3,rootmode=40000,user_id=0,group_id=0';
    await command('mount', ['-i', '-t', 'fuse', '-o', options, 'failing-disk', folder], disk.#device);
    disk.#serve(Buffer.alloc(REQUEST_BYTES));
    return disk;
  }

  private constructor(source: string, folder: string, name: string) {
    this.#source = openSync(source, 'r');
    this.#folder = folder;
    this.#name = name;
  }

  /** From now on no page can be read, also of those that were. */
  async fail(): Promise<void> {
    this.#fails = true;
    const body = Buffer.alloc(24);
    body.writeBigUInt64LE(FILE);
    // It waits for pages that are being read, which are answered here. So a thread of libuv writes it.
    await promisify(write)(this.#device, message(0n, FORGET_PAGES, body));
  }

  async unmount(): Promise<void> {
    await command('umount', ['-l', this.#folder]);
    closeSync(this.#source);
  }

  /** Answers one request after the other, until the disk is gone. */
  #serve(request: Buffer): void {
    read(this.#device, request, 0, request.length, null, (error, length) => {
      if (error !== null) return closeSync(this.#device);
      const reply = this.#reply(request.subarray(0, length));
      if (reply !== null) writeSync(this.#device, reply);
      this.#serve(request);
    });
  }

  /** Null: none is wanted. */
  #reply(request: Buffer): Buffer | null {
    const kind = request.readUInt32LE(4);
    const id = request.readBigUInt64LE(8);
    const node = request.readBigUInt64LE(16);
    const body = request.subarray(IN_HEADER);
    switch (kind) {
      case INIT:
        return message(id, 0, initReply());
      case LOOKUP:
        return body.toString().startsWith(`${this.#name}\0`)
          ? message(id, 0, Buffer.concat([numbers64(FILE, 0n, LONG_S, LONG_S, 0n), this.#attributes(FILE)]))
          : message(id, -ENOENT);
      case GETATTR:
        return message(id, 0, Buffer.concat([numbers64(LONG_S, 0n), this.#attributes(node)]));
      case OPEN:
        return message(id, 0, Buffer.alloc(16));
      case READ:
        return this.#pages(id, Number(body.readBigUInt64LE(8)), body.readUInt32LE(16));
      case FLUSH:
      case RELEASE:
        return message(id, 0);
      case FORGET:
      case BATCH_FORGET:
        return null;
      default:
        return message(id, -ENOSYS);
    }
  }

  #pages(id: bigint, from: number, length: number): Buffer {
    if (this.#fails) return message(id, -EIO);
    const bytes = Buffer.alloc(length);
    return message(id, 0, bytes.subarray(0, readSync(this.#source, bytes, 0, length, from)));
  }

  #attributes(node: bigint): Buffer {
    const bytes = Buffer.alloc(ATTRIBUTES);
    const { size } = fstatSync(this.#source);
    bytes.writeBigUInt64LE(node);
    if (node === FILE) bytes.writeBigUInt64LE(BigInt(size), 8);
    bytes.writeUInt32LE(node === FILE ? 0o100444 : 0o40555, 60);
    bytes.writeUInt32LE(1, 64);
    bytes.writeUInt32LE(4096, 80);
    return bytes;
  }
}

function message(id: bigint, error: number, body: Uint8Array = new Uint8Array(0)): Buffer {
  const header = Buffer.alloc(OUT_HEADER);
  header.writeUInt32LE(OUT_HEADER + body.length);
  header.writeInt32LE(error, 4);
  header.writeBigUInt64LE(id, 8);
  return Buffer.concat([header, body]);
}

/** Version 7.31 of the protocol, and nothing that has to be agreed on. */
function initReply(): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.writeUInt32LE(7);
  bytes.writeUInt32LE(31, 4);
  bytes.writeUInt32LE(1 << 17, 8);
  bytes.writeUInt32LE(1 << 12, 20);
  return bytes;
}

function numbers64(...values: bigint[]): Buffer {
  const bytes = Buffer.alloc(8 * values.length);
  values.forEach((value, i) => bytes.writeBigUInt64LE(value, 8 * i));
  return bytes;
}

/** @param passed becomes its descriptor 3 */
async function command(file: string, args: string[], passed?: number): Promise<void> {
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'inherit', passed ?? 'ignore'] });
  const [status] = (await once(child, 'exit')) as [number | null];
  if (status !== 0) throw new Error(`${file} ends with status ${status}`);
}
