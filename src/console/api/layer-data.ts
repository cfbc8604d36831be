/** Own places, in layers beside the map. */

export interface LayerState {
  name: string;
  places: number;
  /** Name of the file that it was made of. */
  source: string;
  written_at: string;
  /** Number of places in the previous version; null: there is none to return to. */
  previous_places: number | null;
}

/** A table whose columns have the names of docs/own-places.md. Cells have no line breaks. */
export interface PlacesTable {
  columns: string[];
  rows: string[][];
}

export interface CheckedPlaces {
  places: number;
  /** Rows that are not places, counted from 0. */
  left_out: { row: number; reason: string }[];
  /** Rows outside the area of the map, which are taken anyway. */
  outside: number[];
  /** The reason why the table cannot be read at all; null: it can. */
  problem: string | null;
}
