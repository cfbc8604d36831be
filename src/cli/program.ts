import { Command, CommanderError } from 'commander';
import { rollbackCommand, verifyCommand } from './commands/dataset-commands.js';
import { datasetsCommand } from './commands/datasets-command.js';
import { explainCommand } from './commands/explain-command.js';
import { importCommand } from './commands/import-command.js';
import { publishCommand } from './commands/publish-command.js';
import { keysCommand } from './commands/keys-command.js';
import { projectsCommand } from './commands/projects-command.js';
import { usageCommand } from './commands/usage-command.js';
import { usersCommand } from './commands/users-command.js';
import { endQuietlyOnClosedPipe, printError, sayErrorsInOneLine } from './terminal/output.js';
import { failureLine } from './terminal/failure-line.js';
import { consoleCommand } from './serve/console-command.js';
import { serveCommand } from './serve/serve-command.js';
import { VERSION } from './terminal/version.js';

/** Runs the command line. Ends the process when a command fails. */
export async function runProgram(): Promise<void> {
  const program = new Command('gazarch')
    .description('location service for Mongolia: geocoding, reverse geocoding and routing in one process')
    .version(VERSION)
    .showHelpAfterError('(add --help for the options)');
  for (const command of [
    serveCommand(),
    consoleCommand(),
    importCommand(),
    keysCommand(),
    usageCommand(),
    projectsCommand(),
    usersCommand(),
    explainCommand(),
    verifyCommand(),
    datasetsCommand(),
    rollbackCommand(),
    publishCommand(),
  ])
    program.addCommand(command);
  sayErrorsInOneLine(program);
  // A command ends when the reader of its output has gone. A service goes on.
  program.hook('preAction', (_, command) => {
    if (command.name() !== 'serve' && command.name() !== 'console') endQuietlyOnClosedPipe();
  });
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) process.exit(error.exitCode);
    printError(failureLine(error));
    process.exit(1);
  }
}
