import { Command, CommanderError } from 'commander';
import { addHelpTexts, helpCommand } from './help-command.js';
import { endQuietlyOnClosedPipe, printError, sayErrorsInOneLine } from './terminal/output.js';
import { failureLine } from './terminal/failure-line.js';
import { VERSION } from './terminal/version.js';

/**
 * The commands, in the order of `gazarch --help`. Each command is loaded only when needed: loading all of
 * them takes 0.9 s of processor time, while loading `keys` takes a third of that.
 */
const COMMANDS: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./serve/serve-command.js')).serveCommand(),
  doctor: async () => (await import('./serve/doctor/doctor-command.js')).doctorCommand(),
  mcp: async () => (await import('./serve/mcp-command.js')).mcpCommand(),
  console: async () => (await import('./serve/console/console-command.js')).consoleCommand(),
  import: async () => (await import('./commands/data/import-command.js')).importCommand(),
  layers: async () => (await import('./commands/data/layers-command.js')).layersCommand(),
  tiles: async () => (await import('./commands/data/tiles-command.js')).tilesCommand(),
  keys: async () => (await import('./commands/keys/keys-command.js')).keysCommand(),
  restore: async () => (await import('./commands/keys/restore-command.js')).restoreCommand(),
  usage: async () => (await import('./commands/keys/usage-command.js')).usageCommand(),
  searches: async () => (await import('./commands/keys/searches-command.js')).searchesCommand(),
  projects: async () => (await import('./commands/keys/projects-command.js')).projectsCommand(),
  closures: async () => (await import('./commands/roads/closures-command.js')).closuresCommand(),
  zones: async () => (await import('./commands/roads/zones-command.js')).zonesCommand(),
  vehicles: async () => (await import('./commands/roads/vehicles-command.js')).vehiclesCommand(),
  speeds: async () => (await import('./commands/tables/speeds-command.js')).speedsCommand(),
  users: async () => (await import('./commands/keys/users-command.js')).usersCommand(),
  geocode: async () => (await import('./commands/tables/geocode-command.js')).geocodeCommand(),
  reverse: async () => (await import('./commands/tables/geocode-command.js')).reverseCommand(),
  matrix: async () => (await import('./commands/tables/matrix-command.js')).matrixCommand(),
  match: async () => (await import('./commands/tables/match-command.js')).matchCommand(),
  trip: async () => (await import('./commands/tables/trip-command.js')).tripCommand(),
  explain: async () => (await import('./commands/explain/explain-command.js')).explainCommand(),
  report: async () => (await import('./commands/data/report-command.js')).reportCommand(),
  verify: async () => (await import('./commands/data/verify-command.js')).verifyCommand(),
  datasets: async () => (await import('./commands/data/datasets-command.js')).datasetsCommand(),
  rollback: async () => (await import('./commands/data/rollback-command.js')).rollbackCommand(),
  publish: async () => (await import('./commands/data/publish-command.js')).publishCommand(),
  export: async () => (await import('./commands/data/export-command.js')).exportCommand(),
};

/**
 * Returns the commands that `words`, the arguments after `gazarch`, could refer to: one command, or all of
 * them for a help text.
 */
async function commandsFor(words: readonly string[]): Promise<Command[]> {
  const [first = ''] = words[0] === 'help' ? words.slice(1) : words;
  const loaders = Object.hasOwn(COMMANDS, first) ? [COMMANDS[first]] : Object.values(COMMANDS);
  return await Promise.all(loaders.map((load) => load()));
}

/** Returns the program with only the commands that `words`, the arguments after `gazarch`, could refer to. */
export async function programFor(words: readonly string[]): Promise<Command> {
  const program = new Command('gazarch')
    .description('location service for Mongolia: geocoding, reverse geocoding and routing in one process')
    .version(VERSION)
    .helpCommand(false)
    .showHelpAfterError('(add --help for the options)');
  const isVersion = words[0] === '--version' || words[0] === '-V';
  if (!isVersion) for (const command of await commandsFor(words)) program.addCommand(command);
  program.addCommand(helpCommand(program));
  addHelpTexts(program);
  return sayErrorsInOneLine(program);
}

/** Runs the command line, and ends the process if a command fails. */
export async function runProgram(): Promise<void> {
  const program = await programFor(process.argv.slice(2));
  // If its output is closed, a command ends, but a service continues.
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
