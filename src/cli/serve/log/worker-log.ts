import type { LineSink } from '../../../wire/request-log.js';

/** Largest write that a pipe takes in one piece, even with other writers: PIPE_BUF of Linux. */
const PIECE_BYTES = 4_096;

/**
 * Passes lines on in pieces that a pipe takes whole, because several processes write to one log. So no line
 * ends inside another.
 */
export function wholeLines(sink: LineSink): LineSink {
  return {
    write(lines: string): void {
      for (let first = 0; first < lines.length;) {
        const end = endOfPiece(lines, first);
        sink.write(lines.slice(first, end));
        first = end;
      }
    },
  };
}

/** End of a piece with as many lines as fit. It has at least one line, even a line that is too long. */
function endOfPiece(lines: string, first: number): number {
  // Nearly all text is ASCII, so the first guess is one byte for each character.
  for (let room = PIECE_BYTES; ; room = Math.floor(room / 2)) {
    const end = lines.lastIndexOf('\n', first + room - 1) + 1;
    if (end <= first) return lines.indexOf('\n', first) + 1 || lines.length;
    if (Buffer.byteLength(lines.slice(first, end)) <= PIECE_BYTES) return end;
  }
}
