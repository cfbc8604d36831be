import type { LineSink } from '../../../wire/request-log.js';

/** Names and colors of pino's levels. */
const LEVELS: Readonly<Record<number, readonly [name: string, colour: number]>> = {
  10: ['trace', 90],
  20: ['debug', 90],
  30: ['info', 36],
  40: ['warn', 33],
  50: ['error', 31],
  60: ['fatal', 31],
};

/** Fields that have a fixed position in a line. */
const PLACED = new Set(['level', 'time', 'msg', 'err']);

/**
 * Converts the log's JSON lines to human-readable lines: time, level, message, then the other fields. An
 * error's stack follows, indented. Other text is passed through unchanged.
 */
export function prettyLines(sink: LineSink, options: { colours: boolean }): LineSink {
  return {
    write: (lines: string) =>
      sink.write(
        lines
          .split('\n')
          .map((line) => prettyLine(line, options))
          .join('\n'),
      ),
  };
}

function prettyLine(line: string, { colours }: { colours: boolean }): string {
  if (!line.startsWith('{')) return line;
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return line;
  }
  const [name, colour] = LEVELS[Number(entry['level'])] ?? ['log', 36];
  const level = name.padEnd(5);
  const time = new Date(Number(entry['time']));
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  const fields = Object.entries(entry)
    .filter(([key]) => !PLACED.has(key))
    .map(([key, value]) => `${key}=${typeof value === 'string' ? bare(value) : JSON.stringify(value)}`);
  const text = [harmless(typeof entry['msg'] === 'string' ? entry['msg'] : ''), ...fields].join('  ');
  return `${clock} ${colours ? `\u001b[${colour}m${level}\u001b[0m` : level} ${text}${stackOf(entry['err'])}`;
}

function stackOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { stack, message } = error as { stack?: unknown; message?: unknown };
  const text = typeof stack === 'string' ? stack : typeof message === 'string' ? message : '';
  return text
    .split('\n')
    .map((line) => `\n      ${harmless(line.trim())}`)
    .join('');
}

/** Returns the value without quotes if that is unambiguous, otherwise in quotes. */
function bare(value: string): string {
  const text = harmless(value);
  return /^[^\s"=]+$/u.test(text) ? text : JSON.stringify(text);
}

/** Escapes control characters, because a path from outside must not be able to move the terminal's cursor. */
function harmless(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd');
}
