import { readFileSync } from 'node:fs';

/** Megabytes of a process and all it has started, as Linux counts them. */
export interface ProcessMemory {
  /** Proportional: a page that several processes share counts once. */
  pss_MB: number;
  /** Of it what lies in no file: heaps, buffers, stacks. A mapped dataset is not among it. */
  anonymous_MB: number;
}

/** @returns the sum over the process and its descendants; those that have just ended are left out */
export function memoryOf(pid: number): ProcessMemory {
  const sum = { pss_MB: 0, anonymous_MB: 0 };
  for (const each of familyOf(pid)) {
    try {
      const text = readFileSync(`/proc/${each}/smaps_rollup`, 'utf8');
      sum.pss_MB += megabytes(text, 'Pss');
      sum.anonymous_MB += megabytes(text, 'Pss_Anon');
    } catch {
      // It has ended.
    }
  }
  return sum;
}

function familyOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return [pid, ...children.trim().split(' ').filter(Boolean).map(Number).flatMap(familyOf)];
  } catch {
    return [pid];
  }
}

function megabytes(text: string, field: string): number {
  return (Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? NaN) * 1024) / 1e6;
}
