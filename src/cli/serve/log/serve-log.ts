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
 * The log's descriptor in workers. It is not 1, because a process that starts or ends makes descriptor 1
 * blocking for all processes that share it.
 */
const WORKER_LOG = 4;

/**
 * How long the start waits for its first line to be written, because the log's reader may not be running yet.
 */
const FIRST_LINE_MS = 1_000;

/** How long a process waits for a slow log reader before it exits. */
const LAST_LINES_MS = 500;

/** A process's log: entries go through the logger, request lines directly to `lines`. */
export interface ServeLog {
  logger: Logger;
  output: LogOutput;
  /** Receives human-readable messages. If the log consists of JSON lines, this is standard error. */
  greeting: { write(text: string): void };
  /** Accepts lines of JSON, whatever the output format. */
  lines: LineSink;
}

/**
 * Decides what `auto` means. Only the first process of a service can tell whether its output is a terminal.
 */
export function settledLog(settings: Settings): Settings {
  const { logFormat, requestLog } = settings;
  const format = logFormat === 'auto' ? (process.stdout.isTTY ? 'pretty' : 'json') : logFormat;
  const requests = requestLog === 'auto' ? (format === 'json' ? 'on' : 'off') : requestLog;
  return { ...settings, logFormat: format, requestLog: requests };
}

/**
 * Opens a process's log.
 * @param worker the worker's number, which is added to each line
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

/** Whether to use colors. Workers write to the first process's terminal through another descriptor. */
function hasColours(): boolean {
  const isTerminal = isatty(STDOUT) || isatty(WORKER_LOG);
  return isTerminal && (process.env['NO_COLOR'] ?? '') === '' && process.env['TERM'] !== 'dumb';
}

/**
 * Opens the log of the process that the user starts, and writes a line to it.
 * @throws InputError if the log cannot be written. It is not an error if the log's reader has exited.
 */
export async function startLog(settings: Only<'logFormat' | 'logLevel' | 'workers'>): Promise<ServeLog> {
  // Node makes a pipe, a socket or a terminal non-blocking when its stream is first accessed. Workers inherit
  // that. The service itself does not write to this stream.
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
        'free some space there, or redirect the log',
      { cause: failure },
    );
  }
  return log;
}

/** Waits briefly for a log's last lines to be written. */
export async function endLog({ output }: ServeLog): Promise<void> {
  await output.settled(LAST_LINES_MS);
}
