/** Reads the text format of Prometheus (version 0.0.4), and is strict: what is not allowed is an error. */

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export interface Family {
  name: string;
  type: string;
  help: string;
  samples: Sample[];
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\n"])*)"(,|$)/y;
const NUMBER = /^(?:NaN|[+-]Inf|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/;

/** @throws Error naming the line that is not allowed */
export function readExposition(text: string): Map<string, Family> {
  const families = new Map<string, Family>();
  const seen = new Set<string>();
  let current: Family | null = null;
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  for (const line of text.slice(0, -1).split('\n')) {
    if (line === '') continue;
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (kind === 'HELP') {
      if (!NAME.test(name) || families.has(name)) throw new Error(`a family twice: ${line}`);
      families.set(name, (current = { name, help: rest, type: '', samples: [] }));
    } else if (kind === 'TYPE') {
      if (current?.name !== name || current.type !== '') throw new Error(`a type out of place: ${line}`);
      if (!['counter', 'gauge', 'histogram', 'summary', 'untyped'].includes(rest))
        throw new Error(`not a type: ${line}`);
      current.type = rest;
    } else {
      const sample = readSample(line);
      const key = JSON.stringify([sample.name, Object.entries(sample.labels).sort()]);
      if (seen.has(key)) throw new Error(`a series twice: ${line}`);
      seen.add(key);
      if (current === null || !isOf(current, sample)) throw new Error(`a sample out of place: ${line}`);
      current.samples.push(sample);
    }
  }
  families.forEach(check);
  return families;
}

/** The value of one series; undefined: there is none. */
export function valueOf(
  families: ReadonlyMap<string, Family>,
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  return samplesOf(families, name, labels)[0]?.value;
}

/** The sum of all series that have these labels, and perhaps others. */
export function sumOf(
  families: ReadonlyMap<string, Family>,
  name: string,
  labels: Record<string, string> = {},
): number {
  return samplesOf(families, name, labels).reduce((sum, { value }) => sum + value, 0);
}

function samplesOf(
  families: ReadonlyMap<string, Family>,
  name: string,
  labels: Record<string, string>,
): Sample[] {
  return [...families.values()]
    .flatMap(({ samples }) => samples)
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value));
}

function readSample(line: string): Sample {
  const [, name, inner = '', value] = SAMPLE.exec(line) ?? [];
  if (name === undefined || !NUMBER.test(value)) throw new Error(`not a sample: ${line}`);
  const labels: Record<string, string> = {};
  for (LABEL.lastIndex = 0; LABEL.lastIndex < inner.length;) {
    const [, label, text] = LABEL.exec(inner) ?? [];
    if (label === undefined || label in labels) throw new Error(`not a list of labels: ${line}`);
    labels[label] = text.replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));
  }
  return { name, labels, value: Number(value.replace('Inf', 'Infinity')) };
}

function isOf({ name, type }: Family, sample: Sample): boolean {
  if (type !== 'histogram') return sample.name === name;
  return [`${name}_bucket`, `${name}_sum`, `${name}_count`].includes(sample.name);
}

function check(family: Family): void {
  const { name, type, help, samples } = family;
  const problem = (what: string): Error => new Error(`${name}: ${what}`);
  if (type === '' || help === '') throw problem('no type or help');
  const isCounter = type === 'counter';
  if (isCounter !== name.endsWith('_total')) throw problem('_total is for counters');
  if (isCounter && samples.some(({ value }) => !(value >= 0))) throw problem('a counter below 0');
  if (type === 'histogram') checkHistogram(family, problem);
}

/** Buckets grow, the last one is that of all, and count says the same. */
function checkHistogram({ name, samples }: Family, problem: (what: string) => Error): void {
  const byLabels = new Map<string, { bounds: number[]; counts: number[]; sum?: number; count?: number }>();
  for (const { name: own, labels, value } of samples) {
    const { le, ...others } = labels;
    const key = JSON.stringify(others);
    const entry = byLabels.get(key) ?? { bounds: [], counts: [] };
    byLabels.set(key, entry);
    if (own === `${name}_sum`) entry.sum = value;
    else if (own === `${name}_count`) entry.count = value;
    else if (le === undefined) throw problem('a bucket without a bound');
    else {
      entry.bounds.push(Number(le.replace('Inf', 'Infinity')));
      entry.counts.push(value);
    }
  }
  for (const { bounds, counts, sum, count } of byLabels.values()) {
    const grows = (list: number[], least: number): boolean =>
      list.every((value, i) => i === 0 || value - list[i - 1] >= least);
    if (!grows(bounds, Number.MIN_VALUE) || bounds.at(-1) !== Infinity) throw problem('bounds out of order');
    if (!grows(counts, 0) || counts.at(-1) !== count) throw problem('buckets are not cumulative');
    if (sum === undefined || sum < 0 || (count === 0 && sum !== 0)) throw problem('a wrong sum');
  }
}
