import type { PlaceIndex } from '../../src/geocoding/geocoding-index.js';
import type { MadeRow } from './address-forms.js';

/** What became of a row: only `right` is. `silent`: the right place, but `match` says otherwise. */
const VERDICTS = ['right', 'silent', 'inside', 'told', 'outside', 'empty'] as const;
type Verdict = (typeof VERDICTS)[number];

/**
 * The first result of a row: `inside` is another place in the named area, `told` one elsewhere that says that
 * it is partial, `outside` one that does not.
 */
function verdictOf(
  index: PlaceIndex,
  { text, wanted, isPartial, isInside }: MadeRow,
): { verdict: Verdict; got: string } {
  const [hit] = index.find(text.replace(/\s+/g, ' ').slice(0, 200), 5);
  if (hit === undefined) return { verdict: 'empty', got: 'nothing' };
  const { id, name, address } = index.place(hit.row);
  const isIn = isInside(...index.pointOf(hit.row));
  const isWanted = wanted === null ? isIn : wanted.has(id);
  const got = `${name} | ${address} ${hit.match} ${hit.leftOut.join(' ')}`;
  if (isWanted)
    return {
      verdict: isPartial === null || isPartial === (hit.match === 'partial') ? 'right' : 'silent',
      got,
    };
  return { verdict: isIn ? 'inside' : hit.match === 'partial' ? 'told' : 'outside', got };
}

export interface FormResult {
  form: string;
  rows: number;
  counts: Record<Verdict, number>;
  misses: string[];
}

/** All rows, by form. */
export function judgeForms(index: PlaceIndex, rows: readonly MadeRow[]): FormResult[] {
  const forms = new Map<string, FormResult>();
  for (const row of rows) {
    const { verdict, got } = verdictOf(index, row);
    let result = forms.get(row.form);
    if (result === undefined) {
      const counts = Object.fromEntries(VERDICTS.map((own) => [own, 0])) as Record<Verdict, number>;
      forms.set(row.form, (result = { form: row.form, rows: 0, counts, misses: [] }));
    }
    result.rows++;
    result.counts[verdict]++;
    if (verdict !== 'right') result.misses.push(`${row.text} -> ${got} (${verdict})`);
  }
  return [...forms.values()];
}

/** A line a form: how many of its rows, and what became of them. */
export function tableOfForms(results: readonly FormResult[]): string {
  const total = (verdict: Verdict): number => results.reduce((sum, { counts }) => sum + counts[verdict], 0);
  const rows = results.reduce((sum, own) => sum + own.rows, 0);
  const line = (form: string, count: number, of: (verdict: Verdict) => number): string =>
    [form.padEnd(48), String(count).padStart(6), ...VERDICTS.map((own) => String(of(own)).padStart(9))].join(
      '',
    );
  return [
    `${'form'.padEnd(48)}${'rows'.padStart(6)}${VERDICTS.map((own) => own.padStart(9)).join('')}`,
    ...results.map((own) => line(own.form, own.rows, (verdict) => own.counts[verdict])),
    line('all', rows, total),
  ].join('\n');
}
