import { homedir } from 'node:os';
import { isAbsolute, join, sep } from 'node:path';

/** The values that the data folder's default depends on. */
export interface Surroundings {
  /** The running package's folder. */
  packageFolder: string;
  isRoot: boolean;
  /** The value of `XDG_DATA_HOME`, if it is set. */
  xdgDataHome: string | undefined;
  home: string;
}

/**
 * Returns the folder for everything that gazarch writes, unless a setting names another folder. In a clone of
 * the repository, the data folder is `data` in the current folder. An installed program can run in any
 * folder, so its data folder is fixed: `/var/lib/gazarch` for root, and according to the XDG Base Directory
 * Specification for other users.
 */
export function defaultDataFolder(surroundings: Surroundings): string {
  const { packageFolder, isRoot, xdgDataHome, home } = surroundings;
  if (!packageFolder.split(sep).includes('node_modules')) return 'data';
  if (isRoot) return '/var/lib/gazarch';
  // The specification says to ignore a relative path.
  const base =
    xdgDataHome !== undefined && isAbsolute(xdgDataHome) ? xdgDataHome : join(home, '.local/share');
  return join(base, 'gazarch');
}

/** Returns the values that the data folder's default depends on, for the running process. */
export function surroundingsOf(packageFolder: string, env: NodeJS.ProcessEnv): Surroundings {
  return {
    packageFolder,
    isRoot: process.getuid?.() === 0,
    xdgDataHome: env['XDG_DATA_HOME'],
    home: homedir(),
  };
}
