import { useEffect, useState } from 'preact/hooks';
import type { GeocodeAnswer, PlaceReasons, SearchReasons } from '../ask/answers.js';
import { ask, type Asked } from '../ask/ask.js';
import { Failure } from '../parts/failure.js';
import { Unfold } from '../parts/unfold.js';
import { number } from '../text/format.js';
import { t } from '../text/texts.js';
import { typeName } from '../text/types.js';

/** Why the results stand in this order, asked when somebody unfolds it. */
export function WhySearch({ asked }: { asked: Asked<GeocodeAnswer> }) {
  return <Unfold title={t().why.search}>{() => <Reasons asked={asked} />}</Unfold>;
}

function Reasons({ asked }: { asked: Asked<GeocodeAnswer> }) {
  const { query } = asked.request;
  const [reasons, setReasons] = useState<Asked<SearchReasons> | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    ask<SearchReasons>('/map/explain/search', query, controller.signal).then(setReasons, () => undefined);
    return () => controller.abort();
  }, [JSON.stringify(query)]);
  const texts = t().why;
  if (reasons === null) return <p class="quiet">{texts.asking}</p>;
  if (reasons.answer === null) return <Failure asked={reasons} />;
  const { results, next } = reasons.answer;
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
    </>
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
      {relaxed !== null && <p>{texts.searched(relaxed.searched.join(' '))}</p>}
      <Prominence place={place} />
      {behind !== null && <p class="behind">{texts.behind[behind]}</p>}
    </li>
  );
}

function Prominence({ place }: { place: PlaceReasons }) {
  const texts = t().why;
  const { prominence, prominence_parts: parts, prominence_from_here: here } = place;
  const list = Object.entries(parts)
    .map(([part, value]) => `${part.replaceAll('_', ' ')} ${number(value, 1)}`)
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
