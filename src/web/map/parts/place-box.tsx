import type { GeocodeAnswer, Place } from '../ask/answers.js';
import { ask, type Asked } from '../ask/ask.js';
import { Combobox, type Found } from '../box/combobox.js';
import { searchQuery } from '../state/page-state.js';
import { hasFinger } from '../state/sheet.js';
import { key } from '../state/key.js';
import { language } from '../../shared/language.js';
import { t } from '../text/texts.js';
import { typeName } from '../text/types.js';
import { Failure } from './failure.js';

interface PlaceBoxProps {
  label: string;
  placeholder: string;
  /** The text in the box while the user is not typing: the chosen place. */
  value: string;
  onChoose: (place: Place) => void;
  onClear: () => void;
  /** Called with the list that is shown, and with null when it is empty. */
  onFound?: (asked: Asked<GeocodeAnswer> | null) => void;
  isLarge?: boolean;
  /** Whether the text came from a link and is searched for without typing. */
  isAsked?: boolean;
}

/** The search box on the map page. Its list uses the same numbers as the marks on the map. */
export function PlaceBox({ label, placeholder, onChoose, onFound, isLarge, ...rest }: PlaceBoxProps) {
  return (
    <div class={`place-box ${isLarge === true ? 'box-large' : ''}`}>
      <Combobox
        texts={{ ...t().search, label, placeholder }}
        search={search}
        context={`${language.value} ${key.value}`}
        keepsText={isLarge}
        option={(place, i) => <PlaceLine place={place} number={i + 1} />}
        onChoose={(place) => {
          // Removing the focus closes the phone's keyboard, so that the chosen place is visible.
          if (hasFinger() && document.activeElement instanceof HTMLElement) document.activeElement.blur();
          onChoose(place);
        }}
        onFound={(found) => onFound?.(found?.asked ?? null)}
        {...rest}
      />
    </div>
  );
}

async function search(text: string, signal: AbortSignal): Promise<Found & { asked: Asked<GeocodeAnswer> }> {
  const asked = await ask<GeocodeAnswer>('/v1/geocode', searchQuery(text), signal);
  performance.mark('results');
  if (asked.answer === null) return { asked, places: [], failure: <Failure asked={asked} /> };
  return { asked, places: asked.answer.results };
}

function PlaceLine({ place, number }: { place: Place; number: number }) {
  const { name, address, type, matched_name: other, left_out: lost } = place;
  return (
    <>
      <span class="mark" aria-hidden="true">
        {number}
      </span>
      <span class="option-text">
        <span class="option-head">
          <span class="option-name">
            {name}
            {other !== undefined && <span class="quiet"> {t().search.also(other)}</span>}
          </span>{' '}
          <span class="kind">{typeName(type)}</span>
        </span>
        {address !== null && <span class="option-address">{address}</span>}
        {lost !== undefined && <span class="option-address">{t().search.lost(lost.join(' '))}</span>}
      </span>
    </>
  );
}
