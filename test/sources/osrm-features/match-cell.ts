/**
 * Whether a value is what a cell wants: `100 +-5`, `100+-5`, `100 ~5%`, `/text or pattern/`, or the same
 * text. A list with `+-` behind it means each of its numbers.
 */
export function matches(got: string, want: string): boolean {
  if (got === want) return true;
  const [, pattern] = /^\/(.*)\/$/.exec(want) ?? [];
  if (pattern !== undefined) return new RegExp(pattern).test(got);
  const [, percents, share] = /^(.*?)\s*~(.+)%$/.exec(want) ?? [];
  if (percents !== undefined)
    return numbersMatch(got, percents, (number) => (Math.abs(number) * Number(share)) / 100);
  const [, numbers, margin] = /^(.*?)\s*\+-\s*(.+)$/.exec(want) ?? [];
  return numbers !== undefined && numbersMatch(got, numbers, () => parseFloat(margin));
}

const NUMBER = /-?\d+(?:\.\d+)?/g;

function numbersMatch(got: string, want: string, marginOf: (number: number) => number): boolean {
  if (/^[^,;]*$/.test(want))
    return Math.abs(parseFloat(got) - parseFloat(want)) <= marginOf(parseFloat(want));
  if (got.replace(NUMBER, '').replace(/m|s/g, '') !== want.replace(NUMBER, '').replace(/m|s/g, ''))
    return false;
  const [ours, theirs] = [got, want].map((text) => (text.match(NUMBER) ?? []).map(Number));
  return (
    ours.length === theirs.length && ours.every((own, i) => Math.abs(own - theirs[i]) <= marginOf(theirs[i]))
  );
}
