import type { GeocodeAnswer, SearchReasons } from '../ask/answers.js';
import { language } from '../../shared/language.js';
import type { Asked } from '../ask/ask.js';
import { number } from '../text/format.js';
import { prominenceWord } from '../text/road-words.js';
import { t } from '../text/texts.js';
import { typeName } from '../text/types.js';
import { Reasons } from './reasons.js';

type PlaceReasons = SearchReasons['results'][number];

/** Explains the order of the search results. */
export function WhySearch({ asked }: { asked: Asked<GeocodeAnswer> }) {
  const request = { path: '/map/explain/search', query: asked.request.query };
  return (
    <Reasons<SearchReasons> title={t().why.search} request={request}>
      {(reasons) => <Places reasons={reasons} />}
    </Reasons>
  );
}

function Places({ reasons: { results, readings, next } }: { reasons: SearchReasons }) {
  const texts = t().why;
  return (
    <>
      <ol class="reasons">
        {results.map((place) => (
          <PlaceReason key={place.id} place={place} />
        ))}
      </ol>
      {next !== null && (
        <>
          <h2 class="sub">{texts.leftOut}</h2>
          <ul class="reasons">
            <PlaceReason place={next} />
          </ul>
        </>
      )}
      {readings.length > 1 && (
        <>
          <h2 class="sub">{texts.readings}</h2>
          <ol class="reasons">
            {readings.map((reading) => (
              <ReadingReason key={JSON.stringify(reading)} reading={reading} />
            ))}
          </ol>
        </>
      )}
    </>
  );
}

function ReadingReason({ reading }: { reading: SearchReasons['readings'][number] }) {
  const texts = t().why;
  const { because, areas, cost, left_out: leftOut, name } = reading;
  return (
    <li>
      <p>
        {texts.because[because]}
        {areas.length > 0 && ` (${areas.join(', ')})`}
        <span class="quiet"> · {texts.cost(number(cost, 1), name)}</span>
      </p>
      {leftOut.length > 0 && <p>{texts.dropped(leftOut.join(' '))}</p>}
    </li>
  );
}

function PlaceReason({ place }: { place: PlaceReasons }) {
  const texts = t().why;
  const { name, type, group, key, matched, relaxed, behind } = place;
  const how = [texts.groups[group - 1], texts.keys[key]].filter((text) => text !== '').join(', ');
  return (
    <li>
      <p>
        <strong>{name}</strong> <span class="kind">{typeName(type)}</span>
      </p>
      <p>
        <span class="group">{group}</span> {how}
        {matched === null
          ? ` · ${texts.byKind}`
          : matched.name === name
            ? ''
            : ` · ${texts.matched(matched.name)}`}
      </p>
      {relaxed !== null && relaxed.dropped.length > 0 && <p>{texts.dropped(relaxed.dropped.join(' '))}</p>}
      {relaxed !== null && (
        <p>
          {texts.searched(relaxed.searched.join(' '))}. {texts.rules[relaxed.rule]}
        </p>
      )}
      <Prominence place={place} />
      {behind !== null && <p class="behind">{texts.behind[behind]}</p>}
    </li>
  );
}

function Prominence({ place }: { place: PlaceReasons }) {
  const texts = t().why;
  const { prominence, prominence_parts: parts, prominence_from_here: here } = place;
  const list = Object.entries(parts)
    .map(([part, value]) => `${partName(part)} ${number(value, 1)}`)
    .join(' + ');
  return (
    <div class="prominence">
      <meter min={0} max={100} value={prominence} aria-label={texts.prominence(number(prominence, 1))} />
      <span class="quiet" title={texts.parts}>
        {number(prominence, 1)} = {list}
        {here !== null && ` · ${texts.here(number(here, 1))}`}
      </span>
    </div>
  );
}

function partName(part: string): string {
  return language.value === 'mn' ? prominenceWord(part) : part.replaceAll('_', ' ');
}
