import type { CheckedPlaces, PlacesTable } from '../../../../console/api/layer-data.js';
import { Table, type Column } from '../../parts/table.js';
import { t } from '../../text/texts.js';

/** The maximum number of rows to show. Rows that need correction come first. */
const SHOWN = 50;
/** The number of good rows to show, so that users see the effect of their columns. */
const GOOD_SHOWN = 5;

interface PreviewProps {
  table: PlacesTable;
  checked: CheckedPlaces;
  onChange: (row: number, column: number, value: string) => void;
}

/**
 * Shows rows that are not places, rows outside the map, and the first few good rows. Every row can be edited.
 */
export function PlacesPreview({ table, checked, onChange }: PreviewProps) {
  const texts = t().places;
  const reasons = new Map(checked.left_out.map(({ row, reason }) => [row, reason]));
  const outside = new Set(checked.outside);
  const bad = [...new Set([...reasons.keys(), ...outside])].sort((a, b) => a - b);
  const good = table.rows.map((_, row) => row).filter((row) => !reasons.has(row) && !outside.has(row));
  const rows = [...bad.slice(0, SHOWN), ...good.slice(0, GOOD_SHOWN)];
  const columns: Column<number>[] = [
    [
      texts.row,
      (row) => (
        <>
          {row + 2} {outside.has(row) && <span class="badge warn">{texts.outside}</span>}
          <Reason reason={reasons.get(row)} />
        </>
      ),
    ],
    ...table.columns.map((name, i): Column<number> => {
      const heading = texts.properties[name as keyof typeof texts.properties];
      return [
        heading,
        (row) => (
          <input
            class={`input cell ${name.startsWith('name') ? 'long' : ''}`}
            aria-label={`${heading}, ${row + 2}`}
            value={table.rows[row]?.[i] ?? ''}
            onInput={(event) => onChange(row, i, event.currentTarget.value)}
          />
        ),
      ];
    }),
  ];
  return <Table label={texts.preview} rows={rows} keyOf={(row) => row} columns={columns} />;
}

function Reason({ reason }: { reason: string | undefined }) {
  if (reason === undefined) return null;
  const said = t().places.reason(reason);
  return said === null ? (
    <span class="sub" lang="en">
      {reason}
    </span>
  ) : (
    <span class="sub">{said}</span>
  );
}
