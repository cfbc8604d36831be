import { writeBytes, writeNumber } from './ascii-writer.js';
import { stringOrNullText, stringText } from './json-text.js';
import { pathOf, startText, type LoggedRequest } from './request-line.js';

/** The start, the numbers, and the rest behind what is kept. */
const ROOM_BESIDE = 160;
/** Beyond, a number has more than 31 bits. */
const LONGEST_us = 2 ** 31;
/** So many keys' parts are kept. */
const KEYS_KEPT = 1_000;

const [DURATION, END] = [',"duration_us":', ',"msg":"request"}\n'].map((text) => Buffer.from(text));
const QUESTION_MARK = 0x3f;

/** What the lines of one key have between the request id and the status, for the path that it asked for last. */
interface KeyPart {
  path: string;
  bytes: Buffer;
}

interface WrittenLine {
  status: number;
  duration_us: number;
  bytes: Buffer;
  at: number;
}

/** Bytes that the line takes at most. */
export function roomFor({ requestId }: LoggedRequest, keyPart: Buffer): number {
  return requestId.room + keyPart.length + ROOM_BESIDE;
}

/** Writes requestLine() with a newline as bytes: all but two numbers in a line was in one before. */
export class RequestLineWriter {
  readonly #keyParts = new Map<string | null, KeyPart>();
  #startTime_ms = 0;
  #start = Buffer.alloc(0);

  /** Whether it is a line to be written so: all are but those of methods that are none of ours. */
  takes({ req }: LoggedRequest, duration_us: number): boolean {
    return req.method === 'GET' && duration_us < LONGEST_us;
  }

  /** What is between the request id and the status. */
  keyPart({ keyId, req }: LoggedRequest): Buffer {
    const url = req.url ?? '';
    const known = this.#keyParts.get(keyId);
    if (known !== undefined && isPathOf(known.path, url)) return known.bytes;
    const path = pathOf(url);
    const bytes = Buffer.from(
      `","key_id":${stringOrNullText(keyId)},"method":"GET","path":${stringText(path)},"status":`,
      'latin1',
    );
    if (this.#keyParts.size >= KEYS_KEPT) this.#keyParts.clear();
    this.#keyParts.set(keyId, { path, bytes });
    return bytes;
  }

  /** There is to be room for it. @returns where the line ends */
  write(
    { requestId, startedAt_ms }: LoggedRequest,
    keyPart: Buffer,
    { status, duration_us, bytes, at }: WrittenLine,
  ): number {
    if (startedAt_ms !== this.#startTime_ms) {
      this.#startTime_ms = startedAt_ms;
      this.#start = Buffer.from(startText(startedAt_ms));
    }
    const start = this.#start;
    bytes.set(start, at);
    let end = requestId.write(bytes, at + start.length);
    bytes.set(keyPart, end);
    end = writeNumber(status, bytes, end + keyPart.length);
    end = writeBytes(DURATION, bytes, end);
    end = writeNumber(duration_us, bytes, end);
    return writeBytes(END, bytes, end);
  }
}

function isPathOf(path: string, url: string): boolean {
  return (
    url.startsWith(path) && (url.length === path.length || url.charCodeAt(path.length) === QUESTION_MARK)
  );
}
