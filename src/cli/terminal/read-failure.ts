const REMEDIES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file; check its name and folder',
  EISDIR: 'it is a folder; name the files in it',
  EACCES: 'you may not read it; change its permissions',
};

/** Returns why a file cannot be read, and the remedy, for a message that names the file. */
export function readFailure(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return Object.hasOwn(REMEDIES, code) ? REMEDIES[code] : message;
}
