import { LeftOut } from '../parts/left-out.js';
import { PlaceBox } from '../parts/place-box.js';
import { choosePlace, found } from '../state/page-state.js';
import { correct, lookAt, type TableRow } from '../state/table.js';
import { position } from '../text/format.js';
import { t } from '../text/texts.js';

/** Shows the selected row: its place, the alternatives, and ways to correct it. */
export function RowCard({ row, index }: { row: TableRow; index: number }) {
  const texts = t().table;
  const { place, others } = row;
  return (
    <div class="row-card">
      {place === null ? (
        <p>{texts.nothing}</p>
      ) : (
        <p class="quiet">
          {place.address !== null && `${place.address} · `}
          {position([place.longitude, place.latitude])}
          {row.state === 'asked' && ` · ${texts.sure(Math.round(100 * row.confidence))}`}
        </p>
      )}
      {place !== null && row.state === 'asked' && <LeftOut place={place} />}
      {place !== null && <p class="quiet">{texts.move}</p>}
      {others.length > 0 && (
        <ul class="others" aria-label={texts.others}>
          {others.map((other) => (
            <li key={other.id}>
              <button type="button" class="link" onClick={() => (correct(index, other), lookAt(index))}>
                {other.name}
                {other.address !== null && `, ${other.address}`}
              </button>
            </li>
          ))}
        </ul>
      )}
      {place !== null && row.state !== 'corrected' && (
        <button type="button" class="small" onClick={() => correct(index, place)}>
          {texts.right}
        </button>
      )}
      <PlaceBox
        label={texts.other}
        placeholder={texts.otherHint}
        value=""
        onChoose={(other) => {
          correct(index, other);
          lookAt(index);
        }}
        onClear={() => {
          choosePlace(null);
          found.value = null;
        }}
      />
    </div>
  );
}
