import { Fragment, type ComponentChildren } from 'preact';

/**
 * The look of a column's cells. `wide` columns appear only if there is room. The heading of an `unseen`
 * column is only for screen readers.
 */
type Look = 'end' | 'wide' | 'wide end' | 'unseen';

export type Column<Row> = readonly [heading: string, cell: (row: Row) => ComponentChildren, look?: Look];

interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** Whether rows have no name. Otherwise the first cell names the row. */
  isNameless?: boolean;
  /** Whether rows are links. */
  hover?: boolean;
  /** Returns the content shown below a row, or false if the row is collapsed. */
  opened?: (row: Row) => ComponentChildren;
}

/**
 * A table in its own frame. A table that is too wide scrolls sideways and can take the focus, because
 * otherwise the keyboard could not scroll it.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, keyOf, isNameless, hover, opened } = props;
  return (
    <div class="table-frame" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(([text, , look]) => (
              <th key={text} scope="col" class={look === 'unseen' ? undefined : look}>
                {look === 'unseen' ? <span class="unseen">{text}</span> : text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const below = opened?.(row);
            return (
              <Fragment key={keyOf(row)}>
                <tr class={hover === true ? 'hover' : undefined}>
                  {columns.map(([text, cell, look], i) => (
                    <Cell key={text} isName={i === 0 && isNameless !== true} look={look}>
                      {cell(row)}
                    </Cell>
                  ))}
                </tr>
                {Boolean(below) && (
                  <tr class="opened">
                    <td colSpan={columns.length}>{below}</td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ isName, look, children }: { isName: boolean; look?: Look; children: ComponentChildren }) {
  if (isName) return <th scope="row">{children}</th>;
  return <td class={look === 'unseen' ? 'end' : look}>{children}</td>;
}
