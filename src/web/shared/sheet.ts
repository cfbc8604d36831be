export type Cell = string | number | boolean | Date | null;

/** A table dropped onto the page. */
export interface Sheet {
  columns: string[];
  rows: Cell[][];
  /**
   * Whether the file is a workbook, in which a text always stays a text. In a CSV file, a spreadsheet would
   * read some texts as formulas.
   */
  isWorkbook: boolean;
}

/** Converts a cell to text. */
export function textOf(cell: Cell | undefined): string {
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, '');
  return cell === null || cell === undefined ? '' : String(cell);
}
