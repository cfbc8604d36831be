import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The specification: this long after the last letter. */
const PAUSE_MS = 300;

/** Shorter texts find too much. */
const LEAST_LETTERS = 2;

/** The text to search for, without needless blanks; null: it is too short. */
function wantedText(typed: string): string | null {
  const text = typed.trim().replace(/\s+/g, ' ');
  return [...text].length < LEAST_LETTERS ? null : text;
}

interface Wants<Found> {
  text: string;
  /** What else the answer depends on: the same text is searched again when it changes. */
  context: string;
  /** Whether somebody typed the text. One that was put in is not searched. */
  isOn: boolean;
  /** @throws DOMException AbortError when the signal is aborted */
  search: (text: string, signal: AbortSignal) => Promise<Found>;
}

interface Search<Found> {
  /** Of the text that was searched last; null: nothing yet. */
  found: Found | null;
  /** Whether an answer is on its way. */
  isBusy: boolean;
  /** Searches now, without the pause. */
  now: () => void;
}

/** Searches for what is typed: after a pause, and the request before is cancelled. */
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
  // At once, not after the next picture: the pause begins with the letter.
  useLayoutEffect(() => {
    setBusy(false);
    if (!isOn) return;
    if (wanted === null) setFound(null);
    else timer.current = window.setTimeout(now, PAUSE_MS);
    return stop;
  }, [wanted, isOn, context]);
  return { found, isBusy, now };
}
