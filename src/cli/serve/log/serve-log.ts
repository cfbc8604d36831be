import { isatty } from 'node:tty';
import { pino, type Logger } from 'pino';
import { InputError } from '../../../errors.js';
import type { Only, Settings } from '../../settings/settings.js';
import { VERSION } from '../../terminal/version.js';
import type { LineSink } from '../../../wire/request-log.js';
import { LogOutput } from './log-output.js';
import { prettyLines } from './pretty-lines.js';

export const STDOUT = 1;

/**
 * Where workers find the log. Not at 1: a process that starts there or ends makes it blocking, for all that
 * share it.
 */
const WORKER_LOG = 4;

/** How long the start waits for its first line to be written. A reader may be slow to come. */
const FIRST_LINE_MS = 1_000;

/** How long the end waits for a reader that is slow. */
const LAST_LINES_MS = 500;

/** The log of one process: entries go through the logger, the lines of requests straight to `lines`. */
export interface ServeLog {
  logger: Logger;
  output: LogOutput;
  /** Where messages for people go. Beside lines of JSON that is standard error. */
  greeting: { write(text: string): void };
  /** Takes lines of JSON, in whatever format they are shown. */
  lines: LineSink;
}

/** Settles what `auto` means. Only the first process of a service sees its terminal. */
export function settledLog(settings: Settings): Settings {
  const { logFormat, requestLog } = settings;
  const format = logFormat === 'auto' ? (process.stdout.isTTY ? 'pretty' : 'json') : logFormat;
  const requests = requestLog === 'auto' ? (format === 'json' ? 'on' : 'off') : requestLog;
  return { ...settings, logFormat: format, requestLog: requests };
}

/**
 * The log of one process.
 * @param worker number of this process among several; it is added to each line
 */
export function openLog(settings: Only<'logFormat' | 'logLevel'>, worker: number | null = null): ServeLog {
  const output = new LogOutput(worker === null ? STDOUT : WORKER_LOG);
  const lines = settings.logFormat === 'pretty' ? prettyLines(output, { colours: hasColours() }) : output;
  const logger = pino({ level: settings.logLevel, base: worker === null ? null : { worker } }, lines);
  output.whenDropped = (dropped) => logger.error({ dropped }, 'log lines dropped');
  process.once('exit', () => output.writeRest());
  const greeting =
    settings.logFormat === 'json' ? { write: (text: string) => void process.stderr.write(text) } : output;
  return { logger, output, greeting, lines };
}

/** Workers write to the terminal of the first process, by another descriptor. */
function hasColours(): boolean {
  const isTerminal = isatty(STDOUT) || isatty(WORKER_LOG);
  return isTerminal && (process.env['NO_COLOR'] ?? '') === '' && process.env['TERM'] !== 'dumb';
}

/**
 * Opens the log of the process that the user starts, and writes to it.
 * @throws InputError when nothing can be written there. A reader that has gone is no reason.
 */
export async function startLog(settings: Only<'logFormat' | 'logLevel' | 'workers'>): Promise<ServeLog> {
  // Node makes a pipe, a socket or a terminal non-blocking when it is first asked for its stream. Workers get
  // it as it is then. Nothing of a service is written to this stream itself.
  void process.stdout;
  const log = openLog(settings);
  if (log.logger.isLevelEnabled('info'))
    log.logger.info({ version: VERSION, pid: process.pid, workers: settings.workers }, 'starting');
  else log.output.write('\n');
  await log.output.settled(FIRST_LINE_MS);
  const { failure } = log.output;
  if (failure !== null && failure.code !== 'EPIPE' && failure.code !== 'ECONNRESET') {
    throw new InputError(
      `cannot write the log to standard output: ${failure.message}; ` +
        'make room there, or send it elsewhere',
      { cause: failure },
    );
  }
  return log;
}

/** Gives the last lines of a log the time to be written. */
export async function endLog({ output }: ServeLog): Promise<void> {
  await output.settled(LAST_LINES_MS);
}
