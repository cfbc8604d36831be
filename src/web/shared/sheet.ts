export type Cell = string | number | boolean | Date | null;

/** A table as dropped. */
export interface Sheet {
  columns: string[];
  rows: Cell[][];
  /** Text of a workbook is text. In a CSV a spreadsheet would take some texts for formulas. */
  isWorkbook: boolean;
}

/** A cell as text. */
export function textOf(cell: Cell | undefined): string {
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, '');
  return cell === null || cell === undefined ? '' : String(cell);
}
