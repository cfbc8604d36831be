/**
 * Before `npm start`: builds where the build tools are installed. Without them (`npm ci --omit=dev`) the
 * program must be built already, as it is in the packed package.
 */
import { execSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import process from 'node:process';

const root = resolve(import.meta.dirname, '..');
const has = (path) => existsSync(resolve(root, path));

/** Written after a whole build: what is older than it is in there. */
const stamp = resolve(root, 'node_modules/.cache/gazarch-built');

if (has('node_modules/esbuild') && has('src')) {
  if (!has('dist/cli/main.js') || !existsSync(stamp) || newest_ms() > statSync(stamp).mtimeMs) {
    process.stderr.write('Building gazarch. This takes up to a minute.\n');
    execSync('npm run -s build', { cwd: root, stdio: 'inherit' });
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, '');
  }
} else if (!has('dist/cli/main.js')) {
  process.stderr.write(
    'gazarch is not built, and the tools that build it are not installed.\n' +
      'Run "npm ci" (without --omit=dev), or install the packed package.\n',
  );
  process.exit(1);
}

/** When the youngest file that a build reads was changed. */
function newest_ms() {
  const files = ['src', 'scripts', 'sample'].flatMap((folder) =>
    readdirSync(resolve(root, folder), { recursive: true }).map((name) => resolve(root, folder, name)),
  );
  const all = [...files, resolve(root, 'package.json'), resolve(root, 'package-lock.json')];
  return Math.max(...all.map((file) => statSync(file).mtimeMs));
}
