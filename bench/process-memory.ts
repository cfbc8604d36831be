import { readFileSync } from 'node:fs';

export const KINDS = [
  'dataset',
  'node',
  'libraries',
  'heap of V8',
  'other own memory',
  'other files',
] as const;
type Kind = (typeof KINDS)[number];
/** Megabytes of PSS. */
export type Shares = Record<Kind, number>;

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

/** The same by kind. */
export function sharesOfFamily(pid: number): Shares {
  const sum = noShares();
  for (const each of familyOf(pid)) {
    try {
      const shares = sharesOf(each);
      for (const kind of KINDS) sum[kind] += shares[kind];
    } catch {
      // It has ended.
    }
  }
  return sum;
}

function noShares(): Shares {
  return Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Shares;
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

/** Of one process. The kernel's kB are 1,024 bytes. */
export function sharesOf(pid: number): Shares {
  const shares = noShares();
  let kind: Kind = 'other files';
  for (const line of readFileSync(`/proc/${pid}/smaps`, 'utf8').split('\n')) {
    const region = /^([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ \d+ *(.*)$/.exec(line);
    if (region !== null) kind = kindOf(region[4], parseInt(region[1], 16));
    const kB = /^Pss: +(\d+) kB/.exec(line)?.[1];
    if (kB !== undefined) shares[kind] += (Number(kB) * 1024) / 1e6;
  }
  return shares;
}

/** V8 of Node 20 puts pages of its heap at random addresses below those of the libraries. */
function kindOf(path: string, address: number): Kind {
  if (path.endsWith('.gazarch')) return 'dataset';
  if (path === process.execPath || path.endsWith('/node')) return 'node';
  if (/\.(so|node)(\.|$)/.test(path)) return 'libraries';
  if (path === '' || path.startsWith('[')) return isOfV8(address) ? 'heap of V8' : 'other own memory';
  return 'other files';
}

function isOfV8(address: number): boolean {
  return address > 0x10_0000_0000 && address < 0x7000_0000_0000;
}
