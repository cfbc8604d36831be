import type { Command } from 'commander';

/** Output of the commands: plain text and JSON on stdout, errors and warnings as one line each on stderr. */

/** One line (or more) on stdout. */
export function print(text: string): void {
  endQuietlyOnClosedPipe();
  process.stdout.write(`${text}\n`);
}

/** `gazarch: ...` on stderr. */
export function printError(message: string): void {
  endQuietlyOnClosedPipe();
  process.stderr.write(`${paint('red', 'gazarch:', process.stderr)} ${harmless(message)}\n`);
}

export function printWarning(message: string): void {
  endQuietlyOnClosedPipe();
  process.stderr.write(`${paint('yellow', 'gazarch: warning:', process.stderr)} ${harmless(message)}\n`);
}

/** A table with its columns aligned, for reading; `--json` is for programs. */
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

/** Coloured only on a terminal, and not when the person has said no (https://no-color.org). */
export function paint(
  colour: keyof typeof COLOURS,
  text: string,
  stream: { isTTY?: boolean },
  env: NodeJS.ProcessEnv = process.env,
): string {
  const plain = stream.isTTY !== true || (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return plain ? text : `\u001b[${COLOURS[colour]}m${text}\u001b[0m`;
}

/** What commander finds wrong with a command line, said like every other error: one line, with our name. */
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

/** `gazarch keys list | head -1`: the reader has gone, which is no failure of ours. */
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

/** A pipe says EPIPE; a socket pair whose reader went away with something unread says ECONNRESET. */
function isClosedPipe(error: NodeJS.ErrnoException): boolean {
  return error.code === 'EPIPE' || error.code === 'ECONNRESET';
}

/** A service goes on when whoever read its welcome has gone. To be called before anything is written. */
export function outliveClosedPipe(): void {
  isGuarded = true;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!isClosedPipe(error)) throw error;
    });
  }
}

/** A name or a path from elsewhere must not move the cursor or change colours. Line ends stay. */
function harmless(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '\ufffd');
}

/** Columns on a terminal, near enough: one for each code point that is no combining mark. */
function width(text: string): number {
  return [...text.replace(/\p{Mn}/gu, '')].length;
}
