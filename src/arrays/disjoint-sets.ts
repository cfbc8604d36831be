import { groupedBy } from './groups.js';

/** Sets of numbers that can only be merged (union-find). Each set is identified by its smallest member. */
export class DisjointSets {
  readonly #parent: Uint32Array;

  constructor(count: number) {
    this.#parent = new Uint32Array(count);
    for (let i = 0; i < count; i++) this.#parent[i] = i;
  }

  /** Returns the smallest member of the set that contains `member`. */
  find(member: number): number {
    const parent = this.#parent;
    while (parent[member] !== member) {
      parent[member] = parent[parent[member]];
      member = parent[member];
    }
    return member;
  }

  /** Returns the items of each set. Item i belongs to the member i. */
  groupsOf<Item>(items: readonly Item[]): (readonly Item[])[] {
    const groups = groupedBy(items.keys(), (member) => this.find(member));
    return [...groups.values()].map((members) => members.map((member) => items[member]));
  }

  /** Merges the set that contains `a` with the one that contains `b`. */
  union(a: number, b: number): void {
    const rootA = this.find(a);
    const rootB = this.find(b);
    if (rootA < rootB) this.#parent[rootB] = rootA;
    else this.#parent[rootA] = rootB;
  }

  /** Merges the sets of all members that have the same key. A member without a key is left as it is. */
  unionAlike<Key>(members: Iterable<number>, keyOf: (member: number) => Key | null | undefined): void {
    const first = new Map<Key, number>();
    for (const member of members) {
      const key = keyOf(member) ?? null;
      if (key === null) continue;
      const known = first.get(key);
      if (known === undefined) first.set(key, member);
      else this.union(known, member);
    }
  }
}
