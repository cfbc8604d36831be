import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** From the specification: the pause after the last letter. */
const PAUSE_MS = 300;

/** Shorter texts find too many places. */
const LEAST_LETTERS = 2;

/** The text to search for, without needless spaces; null: it is too short. */
function wantedText(typed: string): string | null {
  const text = typed.trim().replace(/\s+/g, ' ');
  return [...text].length < LEAST_LETTERS ? null : text;
}

interface Wants<Found> {
  text: string;
  /** Another value that the answer depends on: if it changes, the same text is searched again. */
  context: string;
  /** Whether somebody typed the text. Other text is not searched. */
  isOn: boolean;
  /** @throws DOMException AbortError if the signal is aborted */
  search: (text: string, signal: AbortSignal) => Promise<Found>;
}

interface Search<Found> {
  /** The result of the last search; null: none yet. */
  found: Found | null;
  /** Whether a request is in progress. */
  isBusy: boolean;
  /** Searches now, without the pause. */
  now: () => void;
}

/** Searches for the typed text after a pause, and cancels the previous request. */
export function useSearch<Found>({ text, context, isOn, search }: Wants<Found>): Search<Found> {
  const [found, setFound] = useState<Found | null>(null);
  const [isBusy, setBusy] = useState(false);
  const controller = useRef<AbortController | null>(null);
  const timer = useRef(0);
  const wanted = wantedText(text);

  const stop = (): void => {
    clearTimeout(timer.current);
    controller.current?.abort();
  };
  const now = (): void => {
    stop();
    if (wanted === null) return;
    const own = (controller.current = new AbortController());
    setBusy(true);
    search(wanted, own.signal).then(
      (answer) => {
        setFound(answer);
        setBusy(false);
      },
      (error: unknown) => {
        if ((error as Error).name !== 'AbortError') throw error;
      },
    );
  };
  // It runs at once, not after the next picture, because the pause begins with the letter.
  useLayoutEffect(() => {
    setBusy(false);
    if (!isOn) return;
    if (wanted === null) setFound(null);
    else timer.current = window.setTimeout(now, PAUSE_MS);
    return stop;
  }, [wanted, isOn, context]);
  return { found, isBusy, now };
}
