import { PlaceBox } from '../parts/place-box.js';
import { RequestBox } from '../parts/request-box.js';
import { opened } from '../state/open-link.js';
import { about, askSpot, choosePlace, chosen, found, searched, spot, view } from '../state/page-state.js';
import { isDeveloper } from '../state/developer.js';
import { t } from '../text/texts.js';
import { ExampleChips } from './example-chips.js';
import { PlaceCard } from './place-card.js';
import { FileDrop } from './file-drop.js';
import { WhySearch } from './why-search.js';

/** Searches while the user types, and shows what is at a point. */
export function SearchPanel() {
  const texts = t().search;
  const asked = found.value;
  const hasCard = chosen.value !== null || spot.value !== null;
  return (
    <>
      <PlaceBox
        label={texts.label}
        placeholder={texts.placeholder}
        value={searched.value}
        onChoose={(place) => {
          searched.value = place.name;
          choosePlace(place);
        }}
        onClear={() => {
          searched.value = '';
          choosePlace(null);
          found.value = null;
        }}
        onFound={(answer) => (found.value = answer)}
        isLarge
        isAsked={opened.text !== undefined && opened.place === undefined}
      />
      <PlaceCard on="search" />
      {asked !== null && asked.answer !== null && asked.answer.count > 0 && (
        <div class="under">
          {isDeveloper.value && about.value?.explains.search === true && <WhySearch asked={asked} />}
          {!hasCard && <RequestBox asked={asked} />}
        </div>
      )}
      {asked === null && !hasCard && <ExampleChips />}
      {asked === null && !hasCard && (
        <p class="quiet">
          {texts.hint}{' '}
          <button
            type="button"
            class="link"
            onClick={() => view.peek() !== null && void askSpot(view.peek()!.centre)}
          >
            {texts.centre}
          </button>
        </p>
      )}
      <FileDrop />
    </>
  );
}
