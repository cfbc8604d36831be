/** Reads the test files of OSRM: scenarios of steps, each with a table or a text under it. */

export type Row = Readonly<Record<string, string>>;

export interface FeatureStep {
  text: string;
  /** Cells of the table under it. */
  table: readonly (readonly string[])[];
  /** The text under it, without its indent. */
  doc: string;
}

export interface Scenario {
  title: string;
  /** From 1, in the order of the file. */
  number: number;
  /** OSRM itself does not hold it. */
  isTodo: boolean;
  /** Those of the background first. */
  steps: readonly FeatureStep[];
}

interface OpenStep {
  text: string;
  table: string[][];
  doc: string;
}

const STEP = /^(?:Given|When|Then|And|But|\*) +(.*)$/;

export function readFeature(text: string): Scenario[] {
  const background: OpenStep[] = [];
  const scenarios: (Omit<Scenario, 'steps'> & { steps: OpenStep[] })[] = [];
  let [isTodo, isFileTodo] = [false, false];
  let steps = background;
  let doc: { indent: number; lines: string[] } | null = null;
  for (const line of text.split('\n')) {
    const own = line.trim();
    if (own === '"""') {
      if (doc === null) doc = { indent: line.indexOf('"'), lines: [] };
      else {
        steps[steps.length - 1].doc = doc.lines.join('\n');
        doc = null;
      }
      continue;
    }
    if (doc !== null) {
      doc.lines.push(line.replace(new RegExp(`^ {0,${doc.indent}}`), ''));
      continue;
    }
    const scenario = /^Scenario(?: Outline)?: *(.*)$/.exec(own);
    if (/^Feature:/.test(own)) [isFileTodo, isTodo] = [isTodo, false];
    if (own.startsWith('@')) isTodo ||= /@todo\b/.test(own);
    if (scenario !== null) {
      steps = [];
      scenarios.push({
        title: scenario[1],
        number: scenarios.length + 1,
        isTodo: isTodo || isFileTodo,
        steps,
      });
      isTodo = false;
    }
    const step = STEP.exec(own);
    if (step !== null) steps.push({ text: step[1], table: [], doc: '' });
    if (own.startsWith('|')) steps[steps.length - 1].table.push(cellsOf(own));
  }
  return scenarios.map((one) => ({ ...one, steps: [...background, ...one.steps] }));
}

function cellsOf(line: string): string[] {
  return line
    .replace(/\|[^|]*$/, '')
    .slice(1)
    .split('|')
    .map((cell) => cell.trim());
}

/** The rows under the head of a table. */
export function rowsOf({ table }: FeatureStep): Row[] {
  const [head = [], ...rows] = table;
  return rows.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i] ?? ''])));
}
