import { homedir } from 'node:os';
import { isAbsolute, join, sep } from 'node:path';

/** What the default of the data folder depends on. */
export interface Surroundings {
  /** Folder of the package that runs. */
  packageFolder: string;
  isRoot: boolean;
  /** `XDG_DATA_HOME`, where it is set. */
  xdgDataHome: string | undefined;
  home: string;
}

/**
 * The folder of everything that gazarch writes, unless a setting says otherwise. In a clone it is `data`
 * where the command runs. An installed program runs anywhere, so it has one place, whatever folder somebody
 * is in: root's is `/var/lib/gazarch`, that of others follows the XDG Base Directory Specification.
 */
export function defaultDataFolder(surroundings: Surroundings): string {
  const { packageFolder, isRoot, xdgDataHome, home } = surroundings;
  if (!packageFolder.split(sep).includes('node_modules')) return 'data';
  if (isRoot) return '/var/lib/gazarch';
  // The specification says that a relative path is to be ignored.
  const base =
    xdgDataHome !== undefined && isAbsolute(xdgDataHome) ? xdgDataHome : join(home, '.local/share');
  return join(base, 'gazarch');
}

/** What this process stands in. */
export function surroundingsOf(packageFolder: string, env: NodeJS.ProcessEnv): Surroundings {
  return {
    packageFolder,
    isRoot: process.getuid?.() === 0,
    xdgDataHome: env['XDG_DATA_HOME'],
    home: homedir(),
  };
}
