import { spawnSync } from 'node:child_process';

export interface Spent {
  status: number | null;
  /** Processor time of the process and its children, in milliseconds. */
  cpu_ms: number;
  /** Standard output and standard error. */
  output: string;
}

/**
 * Checks that programs are installed.
 * @param from the packages they come from, for the message
 * @throws Error that names the missing programs and where to get them
 */
export function needs(programs: readonly string[], from: string): void {
  const missing = programs.filter((program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0);
  if (missing.length > 0)
    throw new Error(`${missing.join(', ')} is not installed: this comparison needs ${from}`);
}

/** Runs a program to its end. Node does not tell the processor time of a child, so bash measures it. */
export function childCpu_ms(program: string, args: readonly string[]): Spent {
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['-c', 'TIMEFORMAT="spent %U %S"; time "$0" "$@"', program, ...args],
    { encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  const [, user, system] = /spent ([\d.]+) ([\d.]+)\s*$/.exec(stderr) ?? [];
  return {
    status,
    cpu_ms: (Number(user) + Number(system)) * 1000,
    output: stdout + stderr.replace(/\s*spent [\d. ]+\s*$/, ''),
  };
}
