import { seeded } from './trip-problem.js';

/** The number of nearby places before and after which each place is tried. */
const NEAR = 10;
/** The search reverses and moves pieces of at most this many places. */
const TURNED = 3;
/** A kick rearranges three pieces of up to this many places each. */
const PIECE = 10;
const SEED = 1;
/**
 * At the start, the search may keep a tour that is longer by up to this fraction, because such a tour may
 * lead to a better one. The fraction shrinks to 0 by the end of the search.
 */
const SLACK = 0.03;

/** `t[from..to]` is reversed, swapped with `t[to + 1..end]`, or reversed and inserted after `end`. */
interface Move {
  gain: number;
  kind: 'turn' | 'exchange' | 'put';
  from: number;
  to: number;
  end: number;
}

/**
 * Finds a fast tour from the first place to the last place through all other places, using local search
 * (2-opt and or-opt with direction-dependent costs) and random kicks, for a number of rounds and with a given
 * seed. The same seed always produces the same result. Pauses regularly so that other tasks can run.
 * @param cost a matrix in row order: `size * size` whole numbers, each at most 1e12
 * @param kicks the number of kicks per place
 * @returns the intermediate places in order
 */
export function* searchedTour(
  cost: Float64Array,
  size: number,
  { kicks, told }: { kicks: number; told?: ((share: number) => void) | undefined },
): Generator<void, number[]> {
  const search = new TourSearch(cost, size);
  yield* search.begin();
  const random = seeded(SEED);
  const rounds = kicks * size;
  let [best, bestCost, kept, keptCost] = [search.order(), search.cost, search.order(), search.cost];
  for (let round = 0; round < rounds; round++) {
    search.kick(random);
    search.improve();
    told?.(round / rounds);
    yield;
    // A slightly worse tour may lead to a better one. The allowance shrinks over time.
    const slack = SLACK * (1 - round / rounds) * random();
    if (search.cost <= keptCost + slack * bestCost) {
      [kept, keptCost] = [search.order(), search.cost];
      if (keptCost < bestCost) [best, bestCost] = [kept, keptCost];
    } else search.take(kept);
  }
  return Array.from(best.subarray(1, size - 1));
}

class TourSearch {
  readonly #cost: Float64Array;
  readonly #size: number;
  /** The places in order; the first and the last one are fixed. */
  readonly #t: Int32Array;
  readonly #position: Int32Array;
  /**
   * The costs from the start of the tour up to each position, and the costs of the same stretch in reverse.
   */
  readonly #there: Float64Array;
  readonly #back: Float64Array;
  readonly #behind: Int32Array[] = [];
  readonly #before: Int32Array[] = [];
  readonly #open: number[] = [];
  readonly #isOpen: Uint8Array;
  readonly #scratch: Int32Array;
  readonly #move: Move = { gain: 0, kind: 'turn', from: 0, to: 0, end: 0 };

  constructor(cost: Float64Array, size: number) {
    this.#cost = cost;
    this.#size = size;
    this.#t = Int32Array.from({ length: size }, (_, i) => i);
    this.#position = new Int32Array(size);
    this.#there = new Float64Array(size);
    this.#back = new Float64Array(size);
    this.#isOpen = new Uint8Array(size);
    this.#scratch = new Int32Array(size);
  }

  get cost(): number {
    return this.#there[this.#size - 1];
  }

  order(): Int32Array {
    return this.#t.slice();
  }

  take(order: Int32Array): void {
    this.#t.set(order);
    this.#sum();
  }

  /**
   * Inserts each place where it costs least, starting with the farthest place, and then improves the result.
   */
  *begin(): Generator<void, void> {
    yield* this.#findNear();
    const [cost, size] = [this.#cost, this.#size];
    const way = [0, size - 1];
    const left = new Set(Array.from({ length: size - 2 }, (_, i) => i + 1));
    while (left.size > 0) {
      let [pick, most, place] = [-1, -Infinity, 0];
      for (const own of left) {
        let [least, at] = [Infinity, 0];
        for (let k = 1; k < way.length; k++) {
          const [a, z] = [way[k - 1], way[k]];
          const more = cost[a * size + own] + cost[own * size + z] - cost[a * size + z];
          if (more < least) [least, at] = [more, k];
        }
        if (least > most) [pick, most, place] = [own, least, at];
      }
      way.splice(place, 0, pick);
      left.delete(pick);
      yield;
    }
    this.take(Int32Array.from(way));
    for (let place = size - 1; place >= 0; place--) this.#look(place);
    while (this.#step()) yield;
  }

  *#findNear(): Generator<void, void> {
    const [cost, size] = [this.#cost, this.#size];
    const between = Array.from({ length: size - 2 }, (_, i) => i + 1);
    const nearest = (place: number, by: (other: number) => number): Int32Array =>
      Int32Array.from(
        between
          .filter((other) => other !== place)
          .sort((a, b) => by(a) - by(b) || a - b)
          .slice(0, NEAR),
      );
    for (let place = 0; place < size; place++) {
      this.#behind.push(nearest(place, (other) => cost[place * size + other]));
      this.#before.push(nearest(place, (other) => cost[other * size + place]));
      yield;
    }
  }

  improve(): void {
    while (this.#step());
  }

  /** Swaps three consecutive pieces from a b c to c b a. */
  kick(random: () => number): void {
    const between = this.#size - 2;
    const most = Math.max(1, Math.min(PIECE, Math.floor(between / 3)));
    const lengths = [0, 0, 0].map(() => 1 + Math.floor(random() * most));
    const whole = lengths[0] + lengths[1] + lengths[2];
    if (whole > between) return;
    const from = 1 + Math.floor(random() * (between - whole + 1));
    const cuts = [from, from + lengths[0], from + lengths[0] + lengths[1], from + whole];
    const t = this.#t;
    for (const cut of cuts) {
      this.#look(t[cut - 1]);
      this.#look(t[cut]);
    }
    const moved = [2, 1, 0].flatMap((piece) => Array.from(t.subarray(cuts[piece], cuts[piece + 1])));
    t.set(moved, from);
    this.#sum();
  }

  #look(place: number): void {
    if (this.#isOpen[place] === 1) return;
    this.#isOpen[place] = 1;
    this.#open.push(place);
  }

  /** Makes one improvement. @returns false if none is left */
  #step(): boolean {
    const place = this.#open.pop();
    if (place === undefined) return false;
    this.#isOpen[place] = 0;
    const move = this.#move;
    move.gain = 0;
    this.#lookBehind(place);
    this.#lookBefore(place);
    if (move.gain > 0) {
      this.#make(move);
      this.#look(place);
    }
    return true;
  }

  #note(gain: number, kind: Move['kind'], [from, to, end]: readonly [number, number, number]): void {
    const move = this.#move;
    move.gain = gain;
    move.kind = kind;
    move.from = from;
    move.to = to;
    move.end = end;
  }

  /** Looks for an improvement by putting a different place directly after this one. */
  #lookBehind(place: number): void {
    const [cost, size, t] = [this.#cost, this.#size, this.#t];
    const i = this.#position[place];
    if (i === size - 1) return;
    const next = t[i + 1];
    for (const other of this.#behind[place]) {
      const gain = cost[place * size + next] - cost[place * size + other];
      if (gain <= 0) break;
      const k = this.#position[other];
      if (k > i) {
        const after = t[k + 1];
        const turned = this.#turned(i + 1, k);
        const twice = gain + cost[other * size + after] - cost[next * size + after] - turned;
        if (twice > this.#move.gain) this.#note(twice, 'turn', [i + 1, k, 0]);
        const last = t[k - 1];
        const open = gain + cost[last * size + other];
        for (let l = k; l < size - 1; l++) {
          const row = t[l] * size;
          const own = open + cost[row + t[l + 1]] - cost[row + next] - cost[last * size + t[l + 1]];
          if (own > this.#move.gain) this.#note(own, 'exchange', [i + 1, k - 1, l]);
        }
      } else {
        const first = t[k - 1];
        const open = gain + cost[first * size + other];
        for (let j = k; j < i; j++) {
          const row = t[j] * size;
          const own = open + cost[row + t[j + 1]] - cost[first * size + t[j + 1]] - cost[row + next];
          if (own > this.#move.gain) this.#note(own, 'exchange', [k, j, i]);
        }
      }
      this.#lookTurned(i, k, gain);
    }
  }

  /** Tries reversing a piece that ends at position k and inserting it after position i. */
  #lookTurned(i: number, k: number, gain: number): void {
    const [cost, size, t] = [this.#cost, this.#size, this.#t];
    const [next, after] = [t[i + 1], t[k + 1]];
    const least = k > i ? i + 2 : 1;
    for (let from = k; from >= Math.max(least, k - TURNED + 1); from--) {
      const before = t[from - 1];
      const own =
        gain +
        cost[before * size + t[from]] +
        cost[t[k] * size + after] -
        cost[before * size + after] -
        cost[t[from] * size + next] -
        this.#turned(from, k);
      if (own > this.#move.gain) this.#note(own, 'put', [from, k, i]);
    }
  }

  /**
   * Looks for an improvement by putting a different place directly before this one, which is possible only by
   * reversing the part in between.
   */
  #lookBefore(place: number): void {
    const [cost, size, t] = [this.#cost, this.#size, this.#t];
    const i = this.#position[place];
    if (i === 0) return;
    const last = t[i - 1];
    for (const other of this.#before[place]) {
      const gain = cost[last * size + place] - cost[other * size + place];
      if (gain <= 0) break;
      const k = this.#position[other];
      if (k >= i) continue;
      const before = t[k - 1];
      const own = gain + cost[before * size + other] - cost[before * size + last] - this.#turned(k, i - 1);
      if (own > this.#move.gain) this.#note(own, 'turn', [k, i - 1, 0]);
    }
  }

  /** Returns how much more a piece costs in the opposite direction. */
  #turned(from: number, to: number): number {
    return this.#back[to] - this.#back[from] - (this.#there[to] - this.#there[from]);
  }

  #make({ kind, from, to, end }: Move): void {
    const [t, scratch] = [this.#t, this.#scratch];
    const cuts = kind === 'turn' ? [from, to + 1] : [from, to + 1, end + 1];
    for (const cut of cuts) {
      this.#look(t[cut - 1]);
      this.#look(t[cut]);
    }
    if (kind === 'turn') t.subarray(from, to + 1).reverse();
    else if (kind === 'exchange') {
      const length = to + 1 - from;
      scratch.set(t.subarray(from, to + 1));
      t.copyWithin(from, to + 1, end + 1);
      t.set(scratch.subarray(0, length), from + end - to);
    } else {
      const length = to + 1 - from;
      scratch.set(t.subarray(from, to + 1).reverse());
      let at = end + 1;
      if (end > to) {
        t.copyWithin(from, to + 1, end + 1);
        at -= length;
      } else t.copyWithin(at + length, at, from);
      t.set(scratch.subarray(0, length), at);
    }
    this.#sum();
  }

  #sum(): void {
    const [cost, size, t] = [this.#cost, this.#size, this.#t];
    this.#position[t[0]] = 0;
    for (let i = 1; i < size; i++) {
      this.#position[t[i]] = i;
      this.#there[i] = this.#there[i - 1] + cost[t[i - 1] * size + t[i]];
      this.#back[i] = this.#back[i - 1] + cost[t[i] * size + t[i - 1]];
    }
  }
}
