import { spawnSync } from 'node:child_process';

/**
 * The files that differ from the main branch: what was committed since the branch left it, and what was not
 * committed. Empty on a clean tree of the main branch.
 * @param root of the project
 * @returns paths from the root, or null where Git cannot tell
 */
export function changedFiles(root: string): string[] | null {
  const git = (...args: string[]): string[] | null => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    return status === 0 ? stdout.split('\0').filter((path) => path !== '') : null;
  };
  const base = git('merge-base', 'HEAD', 'origin/main') ?? git('merge-base', 'HEAD', 'main');
  if (base === null) return null;
  // Without renames: a file that moved is gone from where it was.
  const tracked = git('diff', '--name-only', '--no-renames', '-z', base[0].trim());
  const fresh = git('ls-files', '--others', '--exclude-standard', '-z');
  return tracked === null || fresh === null ? null : [...tracked, ...fresh];
}
