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

  /** Merges the set that contains `a` with the one that contains `b`. */
  union(a: number, b: number): void {
    const rootA = this.find(a);
    const rootB = this.find(b);
    if (rootA < rootB) this.#parent[rootB] = rootA;
    else this.#parent[rootA] = rootB;
  }
}
