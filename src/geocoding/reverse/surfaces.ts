import { section, type Sections } from '../../arrays/sections.js';
import { AreaIndex } from '../areas/area-index.js';

/** An AreaIndex together with the row of each surface. */
export class Surfaces {
  readonly #name: string;
  readonly #index: AreaIndex;
  readonly #row: Uint32Array;

  constructor(sections: Sections, name: string, classes: Uint16Array) {
    this.#name = name;
    const rows = section(sections, `${name}_row`, Uint32Array);
    // Results never name areas that exist only on paper, such as postcode areas, which often overlap in a
    // city.
    this.#index = AreaIndex.from(sections, `${name}.`, (area) => classes[rows[area]] !== 0);
    this.#row = rows;
  }

  /** Returns the rows whose surface contains the point, smallest first. */
  around(lon7: number, lat7: number): number[] {
    const rows = this.#index.containing(lon7, lat7);
    for (let i = 0; i < rows.length; i++) rows[i] = this.#row[rows[i]];
    return rows;
  }

  verify(rows: number): void {
    if (this.#row.length !== this.#index.count || this.#row.some((row) => row >= rows))
      throw new Error(`${this.#name}: a surface has no row`);
    this.#index.verify();
  }
}
