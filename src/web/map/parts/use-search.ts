import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { GeocodeAnswer } from '../ask/answers.js';
import { ask, type Asked } from '../ask/ask.js';
import { searchQuery } from '../state/atlas.js';
import { key } from '../state/key.js';
import { PAUSE_MS, wantedText } from '../../shared/combobox.js';
import { language } from '../../shared/language.js';

export interface Search {
  /** Of the text that was searched last; null: nothing yet. */
  asked: Asked<GeocodeAnswer> | null;
  /** Whether an answer is on its way. */
  isBusy: boolean;
  /** Searches now, without the pause. */
  now: () => void;
}

/** Searches for what is typed: after a pause, and the request before is cancelled. */
export function useSearch(text: string, isOn: boolean): Search {
  const [asked, setAsked] = useState<Asked<GeocodeAnswer> | null>(null);
  const [isBusy, setBusy] = useState(false);
  const controller = useRef<AbortController | null>(null);
  const timer = useRef(0);
  const wanted = wantedText(text);

  const now = (): void => {
    clearTimeout(timer.current);
    controller.current?.abort();
    if (wanted === null || key.peek() === '') return;
    const own = (controller.current = new AbortController());
    setBusy(true);
    ask<GeocodeAnswer>('/v1/geocode', searchQuery(wanted), own.signal).then(
      (answer) => {
        performance.mark('results');
        setAsked(answer);
        setBusy(false);
      },
      () => undefined,
    );
  };
  // The language and the key are part of the question.
  const [languageNow, keyNow] = [language.value, key.value];
  // At once, not after the next picture: the pause begins with the letter.
  useLayoutEffect(() => {
    clearTimeout(timer.current);
    controller.current?.abort();
    setBusy(false);
    if (!isOn) return;
    if (wanted === null) setAsked(null);
    else timer.current = window.setTimeout(now, PAUSE_MS);
    return () => clearTimeout(timer.current);
  }, [wanted, isOn, languageNow, keyNow]);
  return { asked, isBusy, now };
}
