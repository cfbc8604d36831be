/**
 * The least cost of a way from a start to an end over all other places, by looking at every order of them:
 * what is left after each set of places and the place where one stands is worked out once, from the end back.
 * @param cost by two places
 * @param start, end null: anywhere, at no cost. The same number: a round trip
 */
export function leastTour(
  cost: (from: number, to: number) => number,
  count: number,
  { start, end }: { start: number | null; end: number | null },
): number {
  const others = Array.from({ length: count }, (_, place) => place).filter(
    (place) => place !== start && place !== end,
  );
  const whole = 2 ** others.length - 1;
  const known = new Float64Array((whole + 1) * (others.length + 1)).fill(-1);
  const rest = (visited: number, last: number): number => {
    const here = last === others.length ? start : others[last];
    if (visited === whole) return end === null || here === null ? 0 : cost(here, end);
    const key = visited * (others.length + 1) + last;
    if (known[key] >= 0) return known[key];
    let least = Infinity;
    for (let k = 0; k < others.length; k++) {
      if ((visited >> k) % 2 === 1) continue;
      const leg = here === null ? 0 : cost(here, others[k]);
      least = Math.min(least, leg + rest(visited + 2 ** k, k));
    }
    known[key] = least;
    return least;
  };
  return rest(0, others.length);
}
