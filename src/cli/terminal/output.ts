import { fstatSync, fsyncSync, statSync, writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';

/** Output of the commands. Text and JSON go to stdout. Errors and warnings go to stderr, one line each. */

/** Prints text and a newline to stdout. */
export function print(text: string): void {
  endQuietlyOnClosedPipe();
  process.stdout.write(`${text}\n`);
}

const STDOUT = 1;
/** The pause before the next attempt if a pipe's reader is slow. */
const SLOW_READER_MS = 10;

/**
 * Prints text and a newline to stdout. Resolves when everything has been written and, if stdout is a file,
 * has reached the disk.
 * @throws the system's error if the text cannot be printed because of a closed pipe or a full disk
 */
export async function printSurely(text: string, fd = STDOUT): Promise<void> {
  const bytes = Buffer.from(`${text}\n`);
  for (let sent = 0; sent < bytes.length;) {
    try {
      sent += writeSync(fd, bytes, sent);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      await setTimeout(SLOW_READER_MS);
    }
  }
  if (fstatSync(fd).isFile()) fsyncSync(fd);
}

/** Whether the output is discarded: it goes to /dev/null, which Node also uses for a closed stdout. */
export function printsNowhere(): boolean {
  const nowhere = statSync('/dev/null', { throwIfNoEntry: false });
  return nowhere !== undefined && fstatSync(STDOUT).rdev === nowhere.rdev && nowhere.rdev !== 0;
}

/**
 * Prints `gazarch: ...` to stderr. Commands use this function to report side effects when stdout contains the
 * result.
 */
export function printNote(message: string): void {
  endQuietlyOnClosedPipe();
  process.stderr.write(`gazarch: ${harmless(message)}\n`);
}

/** Reports that a command is waiting until a map is drawn. @param who the process that draws it */
export function sayWait(who: string): void {
  printNote(`waiting for the ${who} to finish`);
}

/** Prints `gazarch: ...` to stderr. */
export function printError(message: string): void {
  endQuietlyOnClosedPipe();
  process.stderr.write(`${paint('red', 'gazarch:', process.stderr)} ${harmless(message)}\n`);
}

/** Prints `gazarch: warning: ...` to stderr. */
export function printWarning(message: string): void {
  endQuietlyOnClosedPipe();
  process.stderr.write(`${paint('yellow', 'gazarch: warning:', process.stderr)} ${harmless(message)}\n`);
}

/** Returns a human-readable table with aligned columns. Programs use `--json`. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows].map((cells) => cells.map((cell) => harmless(cell.replaceAll('\n', ' '))));
  const widths = header.map((_, column) => Math.max(...lines.map((cells) => width(cells[column] ?? ''))));
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => cell + ' '.repeat(widths[column] - width(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const COLOURS = { red: 31, yellow: 33 } as const;

/** Adds the color only on a terminal, and only if the user has not set NO_COLOR (https://no-color.org). */
export function paint(
  colour: keyof typeof COLOURS,
  text: string,
  stream: { isTTY?: boolean },
  env: NodeJS.ProcessEnv = process.env,
): string {
  const plain = stream.isTTY !== true || (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return plain ? text : `\u001b[${COLOURS[colour]}m${text}\u001b[0m`;
}

/** Makes commander print its errors in gazarch's format: in one line that begins with `gazarch:`. */
export function sayErrorsInOneLine(command: Command): Command {
  command.configureOutput({
    outputError: (text) =>
      printError(
        text
          .replace(/^error: /, '')
          .trimEnd()
          .replace(/\s*\n\s*/g, ' '),
      ),
  });
  command.commands.forEach(sayErrorsInOneLine);
  return command;
}

let isGuarded = false;

/** Ends the program with status 0 if the reader closes the pipe, as in `gazarch keys list | head -1`. */
export function endQuietlyOnClosedPipe(): void {
  if (isGuarded) return;
  isGuarded = true;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (isClosedPipe(error)) process.exit(0);
      throw error;
    });
  }
}

/** A closed pipe causes EPIPE. A socket pair causes ECONNRESET if its reader left data unread. */
function isClosedPipe(error: NodeJS.ErrnoException): boolean {
  return error.code === 'EPIPE' || error.code === 'ECONNRESET';
}

/**
 * Keeps a service running if its output cannot be written because the reader has exited or the disk is full.
 * Call this function before anything is written.
 */
export function outliveLostOutput(): void {
  isGuarded = true;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', () => undefined);
  }
}

/** Escapes control characters, because an external name or path must not move the cursor or change colors. */
function harmless(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '\ufffd');
}

/** Returns the approximate width on a terminal: one column per code point that is not a combining mark. */
function width(text: string): number {
  return [...text.replace(/\p{Mn}/gu, '')].length;
}
