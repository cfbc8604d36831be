import type { LineSink } from '../../../wire/request-log.js';

/** The largest write that a pipe accepts in one piece, even with several writers: PIPE_BUF on Linux. */
const PIECE_BYTES = 4_096;

/**
 * Passes lines on in pieces that a pipe accepts whole. Several processes write to one log, and their lines
 * must not be mixed.
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

/**
 * Returns the end index of a piece that contains as many lines as fit. The piece contains at least one line,
 * even if that line is too long.
 */
function endOfPiece(lines: string, first: number): number {
  // Nearly all text is ASCII, so the first guess is one byte per character.
  for (let room = PIECE_BYTES; ; room = Math.floor(room / 2)) {
    const end = lines.lastIndexOf('\n', first + room - 1) + 1;
    if (end <= first) return lines.indexOf('\n', first) + 1 || lines.length;
    if (Buffer.byteLength(lines.slice(first, end)) <= PIECE_BYTES) return end;
  }
}
