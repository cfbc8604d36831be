/**
 * `npm run dev`: compiles on every change of `src/`, and restarts the service on every change of what was
 * compiled. It serves the bundled sample with one worker. Arguments go to `gazarch serve`. Ctrl-C ends both.
 */
import { spawn, spawnSync } from 'node:child_process';
import process from 'node:process';

const TSC = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'];
const SERVE = ['dist/cli/main.js', 'serve', '--sample', '--workers', '1', '--drain-s', '0'];

const run = (args) => spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });

// A first build that fails says why. The compiler that watches goes on from there.
spawnSync(process.execPath, TSC, { stdio: 'inherit' });
for (const script of ['build-viewers', 'build-map-page'])
  spawnSync(process.execPath, [`scripts/${script}.mjs`], { stdio: 'inherit' });
const compiler = run([...TSC, '--watch', '--preserveWatchOutput']);
const service = run(['--watch', '--watch-preserve-output', ...SERVE, ...process.argv.slice(2)]);

const end = () => {
  compiler.kill();
  service.kill();
};
process.on('SIGINT', end).on('SIGTERM', end);
compiler.on('exit', end);
service.on('exit', end);
