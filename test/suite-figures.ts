import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { inRunFolder } from './run-folder.js';

/**
 * What a run of the tests costs, in processor time: wall time says more about the machine. Each issue may add
 * ten seconds to the whole.
 */
export interface Figures {
  /** By file, as a path from the root. */
  files: ReadonlyMap<string, number>;
  total_s: number;
}

/** What one file may take. Whoever needs more has a proof. */
const QUICK_S = 20;
const SLOW_S = 60;
/** How many of the files that take most are listed. */
const LISTED = 8;

/** What the files of this run have noted. @param root of the project */
export function figuresOfRun(root: string): Figures {
  const folder = inRunFolder('processor-time');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const files = new Map(
    names.map((name) => [
      relative(root, decodeURIComponent(name)),
      Number(readFileSync(`${folder}/${name}`, 'utf8')),
    ]),
  );
  return { files, total_s: [...files.values()].reduce((sum, seconds) => sum + seconds, 0) };
}

/** A line with the sum and the files that take most. */
export function figuresLine({ files, total_s }: Figures): string {
  const most = [...files].sort(([, a], [, b]) => b - a).slice(0, LISTED);
  const listed = most.map(([path, seconds]) => `${path.replace(/^test\//, '')} ${seconds.toFixed(0)}`);
  return `Processor time of ${files.size} test files: ${total_s.toFixed(0)} s. Most: ${listed.join(', ')}.`;
}

/** Files that take more than they may, each as a sentence. Proofs may take what they need. */
export function tooExpensive({ files }: Figures): string[] {
  return [...files].flatMap(([path, seconds]) => {
    const limit_s = path.endsWith('.slow.test.ts') ? SLOW_S : QUICK_S;
    if (path.endsWith('.proof.test.ts') || seconds <= limit_s) return [];
    return [`${path} takes ${seconds.toFixed(0)} s of processor time, and may take ${limit_s} s`];
  });
}
