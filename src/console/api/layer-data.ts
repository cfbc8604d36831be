/** The operator's own places, in layers beside the map. */

export interface LayerState {
  name: string;
  places: number;
  /** The name of the file that the layer was created from. */
  source: string;
  written_at: string;
  /** The number of places in the previous version; `null` if there is no version to return to. */
  previous_places: number | null;
}

/** A table whose columns are named as in docs/own-places.md. Cells contain no line breaks. */
export interface PlacesTable {
  columns: string[];
  rows: string[][];
}

export interface CheckedPlaces {
  places: number;
  /** Rows that cannot be read as places, counted from 0. */
  left_out: { row: number; reason: string }[];
  /** Rows outside the map's area, which are accepted anyway. */
  outside: number[];
  /** The reason why the table cannot be read at all; `null` if it can be read. */
  problem: string | null;
}
