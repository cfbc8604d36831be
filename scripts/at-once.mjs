/**
 * Runs scripts of `package.json` at the same time: `node scripts/at-once.mjs typecheck lint:code`. Prints
 * what each has said when it ends, so that lines do not mix: all of it after a failure, else the last lines.
 * A last one after `--` writes to the terminal itself. Failures of the others are named again behind it, so
 * that they are not missed. Flags behind it go to npm. Fails when one fails, after all have ended.
 */
import { spawn } from 'node:child_process';
import process from 'node:process';

const names = process.argv.slice(2);
const [quiet, behind] = names.includes('--')
  ? [names.slice(0, names.indexOf('--')), names.slice(names.indexOf('--') + 1)]
  : [names, []];
const loud = behind.filter((name) => !name.startsWith('--'));
const flags = behind.filter((name) => name.startsWith('--'));
/** Lines that are left of what a script has said that ended well. */
const LAST_LINES = 5;

/** @returns what it has said and whether it ended well */
function run(script, output, npmFlags = []) {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', ...npmFlags, script], {
      shell: process.platform === 'win32',
      stdio: ['ignore', output, output],
    });
    let said = '';
    child.stdout?.on('data', (text) => (said += text));
    child.stderr?.on('data', (text) => (said += text));
    child.on('error', (error) => (said += `${error.message}\n`));
    child.on('close', (status) => resolve({ script, said, isWell: status === 0 }));
  });
}

const written = Promise.all(loud.map((script) => run(script, 'inherit', flags)));
const ended = quiet.map(async (script) => {
  const { said, isWell } = await run(script, 'pipe');
  const lines = said.split('\n');
  const told = isWell ? lines.slice(-LAST_LINES - 1).join('\n') : said;
  process.stdout.write(`${isWell ? 'ok' : 'FAILED'}: npm run ${script}\n${told}`);
  if (isWell) return true;
  await written;
  if (loud.length > 0) process.stdout.write(`FAILED: npm run ${script}, as printed above\n`);
  return false;
});
const ends = [...(await Promise.all(ended)), ...(await written).map(({ isWell }) => isWell)];
process.exitCode = ends.every(Boolean) ? 0 : 1;
