/**
 * Before `npm start`: builds where the build tools are installed. Without them (`npm ci --omit=dev`) the
 * program must be built already, as it is in the packed package.
 */
import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';

const root = resolve(import.meta.dirname, '..');
const has = (path) => existsSync(resolve(root, path));

if (has('node_modules/esbuild') && has('src')) {
  execSync('npm run build', { cwd: root, stdio: 'inherit' });
} else if (!has('dist/cli/main.js')) {
  process.stderr.write(
    'gazarch is not built, and the tools that build it are not installed.\n' +
      'Run "npm ci" (without --omit=dev), or install the packed package.\n',
  );
  process.exit(1);
}
