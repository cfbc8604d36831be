/**
 * Runs scripts of `package.json` at the same time: `node scripts/at-once.mjs typecheck lint:code`. Prints
 * what each has said when it has ended, so that lines do not mix. Fails when one fails, after all have ended.
 */
import { spawn } from 'node:child_process';
import process from 'node:process';

const ended = process.argv.slice(2).map(
  (script) =>
    new Promise((resolve) => {
      const child = spawn('npm', ['run', '--silent', script], {
        shell: process.platform === 'win32',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      child.stdout.on('data', (text) => (said += text));
      child.stderr.on('data', (text) => (said += text));
      child.on('error', (error) => (said += `${error.message}\n`));
      child.on('close', (status) => {
        process.stdout.write(`${status === 0 ? 'ok' : 'FAILED'}: npm run ${script}\n${said}`);
        resolve(status === 0);
      });
    }),
);
process.exitCode = (await Promise.all(ended)).every(Boolean) ? 0 : 1;
