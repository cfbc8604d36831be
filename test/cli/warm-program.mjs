import { pathToFileURL } from 'node:url';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

/**
 * Runs commands of the built program one after the other, each as if it had just been started. To start the
 * program takes ten times as long as most commands. `warm-cli.ts` sends each command as a message, and reads
 * what it prints from the pipes until the end mark.
 *
 * Argument: the path of `dist/cli/main.js`.
 */

const main = process.argv[2];
const END = '\0end of command\0';
const { runProgram } = await import(pathToFileURL(main.replace(/main\.js$/, 'program.js')).href);

/** Thrown in place of the end of the process, so that what stands behind it does not run. */
class Ended extends Error {}

/** The status that the command asked to end with. From then on nothing is printed. */
let status;
let end;
process.exit = (asked) => {
  status ??= asked ?? process.exitCode ?? 0;
  end();
  throw new Ended();
};
for (const stream of [process.stdout, process.stderr]) {
  const write = stream.write.bind(stream);
  stream.write = (...args) => (status === undefined ? write(...args) : true);
}
process.on('uncaughtException', (error) => {
  if (error instanceof Ended) return;
  process.stderr.write(`${error.stack}\n`);
  status ??= 1;
  end();
});

/** Runs one command. @returns its status */
async function run({ args, env, cwd }) {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.argv = [process.execPath, main, ...args];
  process.exitCode = undefined;
  status = undefined;
  const ended = new Promise((resolve) => (end = resolve));
  const whole = runProgram().catch((error) => {
    if (status === undefined) process.stderr.write(`${error.stack}\n`);
    status ??= 1;
  });
  await Promise.race([whole, ended]);
  // What stands behind the end says nothing any more.
  if (status !== undefined) await Promise.race([whole, setTimeout(20)]);
  const result = status ?? process.exitCode ?? 0;
  status = undefined;
  return result;
}

process.on('message', (command) => {
  void run(command).then((result) => {
    process.exitCode = undefined;
    process.stdout.write(END);
    process.stderr.write(END);
    process.send({ status: result });
    status = result;
  });
});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.send({ isReady: true });
