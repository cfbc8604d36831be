import type { Position } from '../../../geo/position.js';
import { useEffect, useState } from 'preact/hooks';
import { language } from '../../shared/language.js';
import { useCopy } from '../../shared/use-copy.js';
import type { Place } from '../ask/answers.js';
import { t } from '../text/texts.js';

/**
 * Shows the sentence that describes where a point is, which can be copied, listened to, or sent to
 * OpenStreetMap as a note.
 */
export function Words({
  description,
  point,
}: {
  description: NonNullable<Place['description']>;
  point: Position;
}) {
  const texts = t().words;
  const { isCopied, copy } = useCopy(description.text);
  const canSpeak = useVoice(language.value);
  return (
    <>
      <p class="words">{description.text}</p>
      <div class="actions">
        <button type="button" onClick={() => void copy()}>
          <span aria-live="polite">{isCopied ? t().request.copied : texts.copy}</span>
        </button>
        {canSpeak && (
          <button type="button" onClick={() => speak(description.text, language.value)}>
            {texts.speak}
          </button>
        )}
      </div>
      <p class="quiet numbers">
        {texts.plusCode} {description.plus_code} ·{' '}
        <Outside href={noteLink(point, description.text)}>{texts.note}</Outside>
      </p>
    </>
  );
}

/** Shows links to view and edit a place in OpenStreetMap; shows nothing if the place is not from there. */
export function OsmLinks({ id }: { id: string }) {
  const [, kind, number] = /^osm:(node|way|relation):(\d+)$/.exec(id) ?? [];
  if (kind === undefined) return null;
  return (
    <p class="quiet">
      <Outside href={`${SITE}/${kind}/${number}`}>OpenStreetMap</Outside> ·{' '}
      <Outside href={`${SITE}/edit?${kind}=${number}`}>{t().words.edit}</Outside>
    </p>
  );
}

const SITE = 'https://www.openstreetmap.org';

function noteLink([longitude, latitude]: Position, text: string): string {
  const [lat, lon] = [latitude.toFixed(6), longitude.toFixed(6)];
  return `${SITE}/note/new?lat=${lat}&lon=${lon}&text=${encodeURIComponent(text)}#map=18/${lat}/${lon}`;
}

function Outside({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

/** Whether the browser has a voice for a language. Voices are loaded a moment after the page. */
function useVoice(wanted: string): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    if (!('speechSynthesis' in window)) return;
    const look = (): void => setHas(voiceOf(wanted) !== undefined);
    look();
    speechSynthesis.addEventListener('voiceschanged', look);
    return () => speechSynthesis.removeEventListener('voiceschanged', look);
  }, [wanted]);
  return has;
}

function voiceOf(wanted: string): SpeechSynthesisVoice | undefined {
  return speechSynthesis.getVoices().find(({ lang }) => lang.toLowerCase().startsWith(wanted));
}

function speak(text: string, wanted: string): void {
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.voice = voiceOf(wanted) ?? null;
  utterance.lang = wanted;
  speechSynthesis.cancel();
  speechSynthesis.speak(utterance);
}
