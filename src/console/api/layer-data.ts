/** Own places: layers of them beside the map. */

export interface LayerState {
  name: string;
  places: number;
  /** Name of the file that it was made of. */
  source: string;
  written_at: string;
  /** Places of the version before; null: there is none to go back to. */
  previous_places: number | null;
}

/** A table whose columns have the names of docs/own-places.md. Cells have no line ends. */
export interface PlacesTable {
  columns: string[];
  rows: string[][];
}

export interface CheckedPlaces {
  places: number;
  /** Rows that are no place. Rows are counted from 0. */
  left_out: { row: number; reason: string }[];
  /** Rows outside of what the map covers: they are taken all the same. */
  outside: number[];
  /** Why nothing can be read at all; null: it can. */
  problem: string | null;
}
