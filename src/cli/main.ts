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
// A command ends when the reader of its output has gone. A service goes on.
program.hook('preAction', (_, command) => {
  if (command.name() !== 'serve') endQuietlyOnClosedPipe();
});

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode);
  // An InputError is a message for the user. Any other error is a bug, and its stack helps to find it.
  printError(
    error instanceof InputError
      ? error.message
      : `unexpected error, please report it: ${(error as Error).stack ?? String(error)}`,
  );
  process.exit(1);
}
