import { homedir } from 'node:os';
import { isAbsolute, join, sep } from 'node:path';

/** The values that the default of the data folder depends on. */
export interface Surroundings {
  /** Folder of the running package. */
  packageFolder: string;
  isRoot: boolean;
  /** `XDG_DATA_HOME`, if it is set. */
  xdgDataHome: string | undefined;
  home: string;
}

/**
 * The folder of everything that gazarch writes, unless a setting says otherwise. In a clone it is `data` in
 * the current folder. An installed program can run in any folder, so it has one place: root's is
 * `/var/lib/gazarch`, that of other users follows the XDG Base Directory Specification.
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

/** The surroundings of this process. */
export function surroundingsOf(packageFolder: string, env: NodeJS.ProcessEnv): Surroundings {
  return {
    packageFolder,
    isRoot: process.getuid?.() === 0,
    xdgDataHome: env['XDG_DATA_HOME'],
    home: homedir(),
  };
}
