import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { isPostgresUrl } from '../../../database/postgres/postgres-url.js';
import type { Only } from '../../settings/settings.js';

export interface ConsoleAddress {
  url: string;
  /** The link for the first administrator; `null` if there already is one. */
  setupUrl: string | null;
}

/**
 * Shows the console's address and how to create the first administrator. A service's output ends up in logs
 * that many people can read. The link is therefore shown only on a terminal, and otherwise written to a file
 * that only its owner can read.
 */
export function greetConsole(
  { url, setupUrl }: ConsoleAddress,
  settings: Only<'database' | 'dataset'>,
  { logger, greeting }: { logger: Logger; greeting: { write(text: string): void } },
): void {
  if (setupUrl === null) removeSetupFile(settings);
  const lines = ['', `Developer console:   ${url}`];
  if (setupUrl !== null) {
    const where = process.stdout.isTTY ? setupUrl : fileOf(setupUrl, settings, logger);
    if (where !== null) {
      const how = process.stdout.isTTY
        ? 'with this link, which works once,'
        : 'with the link in this file, which works once,';
      lines.push('', `Create the first administrator ${how} within one day:`, '', `  ${where}`);
    }
  }
  greeting.write(`${[...lines, ''].join('\n')}\n`);
}

/** Removes the file: its link works only once, and is useless once the first administrator exists. */
export function removeSetupFile(settings: Only<'database' | 'dataset'>): void {
  rmSync(setupFile(settings), { force: true });
}

function setupFile({ database, dataset }: Only<'database' | 'dataset'>): string {
  return join(dirname(resolve(isPostgresUrl(database) ? dataset : database)), 'console-setup-link.txt');
}

/** @returns the full path; `null` if the file cannot be written, which is logged */
function fileOf(link: string, settings: Only<'database' | 'dataset'>, logger: Logger): string | null {
  const path = setupFile(settings);
  try {
    // The link from an earlier start is now invalid.
    rmSync(path, { force: true });
    const file = openSync(path, 'wx', 0o600);
    try {
      writeSync(file, `${link}\n`);
    } finally {
      closeSync(file);
    }
    return path;
  } catch (error) {
    logger.error({ err: error }, 'the link for the first administrator cannot be written to a file');
    return null;
  }
}
