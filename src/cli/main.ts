#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { InputError } from '../errors.js';
import { rollbackCommand, verifyCommand } from './commands/dataset-commands.js';
import { explainCommand } from './commands/explain-command.js';
import { importCommand } from './commands/import-command.js';
import { keysCommand } from './commands/keys-command.js';
import { endQuietlyOnClosedPipe, printError, sayErrorsInOneLine } from './terminal/output.js';
import { serveCommand } from './serve/serve-command.js';
import { VERSION } from './terminal/version.js';

const program = new Command('gazarch')
  .description('location service for Mongolia: geocoding, reverse geocoding and routing in one process')
  .version(VERSION)
  .showHelpAfterError('(add --help for the options)');
for (const command of [
  serveCommand(),
  importCommand(),
  keysCommand(),
  explainCommand(),
  verifyCommand(),
  rollbackCommand(),
])
  program.addCommand(command);
sayErrorsInOneLine(program);
// A service outlives the reader of its welcome; a command does not outlive the reader of its output.
program.hook('preAction', (_, command) => {
  if (command.name() !== 'serve') endQuietlyOnClosedPipe();
});

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode);
  // An InputError is written for the person at the keyboard; anything else is a bug, and its stack is what helps.
  printError(
    error instanceof InputError
      ? error.message
      : `unexpected error, please report it: ${(error as Error).stack ?? String(error)}`,
  );
  process.exit(1);
}
