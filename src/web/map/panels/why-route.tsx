import type { RouteAnswer, RouteReasons } from '../ask/answers.js';
import { language } from '../../shared/language.js';
import type { Asked } from '../ask/ask.js';
import { distance, kilometres, speed, travelTime } from '../text/format.js';
import { classWord, speedReason, surfaceWord } from '../text/road-words.js';
import { t } from '../text/texts.js';
import { Reasons } from './reasons.js';

/** The maximum number of stretches to list. Any others are only counted. */
const SHOWN = 60;

/** Explains a route's start, course and end. */
export function WhyRoute({ asked }: { asked: Asked<RouteAnswer> }) {
  const { origin, destination, mode } = asked.request.query;
  const request = { path: '/map/explain/route', query: { origin, destination, mode } };
  return (
    <Reasons<RouteReasons> title={t().why.route} request={request}>
      {(reasons) => <RouteWhys reasons={reasons} />}
    </Reasons>
  );
}

function RouteWhys({ reasons }: { reasons: RouteReasons }) {
  const texts = t().why;
  const { origin, destination, stretches, stretches_left_out: leftOut } = reasons;
  const more = leftOut + Math.max(0, stretches.length - SHOWN);
  return (
    <>
      <Candidates title={texts.startsAt} candidates={origin} />
      <Candidates title={texts.endsAt} candidates={destination} />
      {stretches.length > 0 && <h2 class="sub">{texts.stretches}</h2>}
      <ol class="stretches">
        {stretches.slice(0, SHOWN).map((stretch, i) => (
          <Stretch key={i} stretch={stretch} />
        ))}
      </ol>
      {more > 0 && <p class="quiet">{texts.more(more)}</p>}
    </>
  );
}

function Candidates({ title, candidates }: { title: string; candidates: RouteReasons['origin'] }) {
  const texts = t().why;
  return (
    <>
      <h2 class="sub">{title}</h2>
      <ul class="stretches">
        {candidates.map((candidate, i) => (
          <li key={i} class={candidate.is_chosen ? 'taken' : ''}>
            <p>
              {wayName(candidate.way)} · {distance(candidate.distance_meters)}
              {candidate.is_chosen && <strong> · {texts.chosen}</strong>}
            </p>
            <p class="quiet">{texts.network(kilometres(candidate.network_kilometers))}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

function Stretch({ stretch }: { stretch: RouteReasons['stretches'][number] }) {
  const { way, distance_meters: metres, duration_seconds: seconds, speed_kmh: kmh } = stretch;
  const passing = stretch.passing_seconds;
  return (
    <li>
      <p>
        {wayName(way)}
        <span class="numbers">
          {' '}
          {distance(metres)} · {travelTime(seconds)}
        </span>
      </p>
      <p class="quiet">
        {speed(kmh)}: {inWords(stretch.speed_reason, speedReason)}
        {passing > 0 && ` ${t().why.passing(travelTime(passing))}`}
      </p>
    </li>
  );
}

function wayName({ id, class: kind, surface, name }: RouteReasons['stretches'][number]['way']): string {
  const words = [inWords(kind, classWord), surface === null ? null : inWords(surface, surfaceWord)];
  return [name ?? t().why.way(String(id)), ...words].filter((text) => text !== null).join(' · ');
}

/** The words in the data are English. */
function inWords(text: string, inMongolian: (text: string) => string): string {
  return language.value === 'mn' ? inMongolian(text) : text;
}
