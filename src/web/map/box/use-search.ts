import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The pause after the last keystroke, as required by the project's specification. */
const PAUSE_MS = 300;

/** A shorter text would match too many places. */
const LEAST_LETTERS = 2;

/** Returns the text to search for, without unnecessary spaces, or null if it is too short. */
function wantedText(typed: string): string | null {
  const text = typed.trim().replace(/\s+/g, ' ');
  return [...text].length < LEAST_LETTERS ? null : text;
}

interface Wants<Found> {
  text: string;
  /** Another value that the result depends on. If this value changes, the same text is searched for again. */
  context: string;
  /** Whether the user typed the text. Text that the user did not type is not searched for. */
  isOn: boolean;
  /** @throws DOMException AbortError if the signal is aborted */
  search: (text: string, signal: AbortSignal) => Promise<Found>;
}

interface Search<Found> {
  /** The result of the last search, or null if there is none yet. */
  found: Found | null;
  /** Whether a request is in progress. */
  isBusy: boolean;
  /** Searches immediately, without waiting for a pause in typing. */
  now: () => void;
}

/** Searches for the typed text after a pause in typing and cancels the previous request. */
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
  // This code runs before the next frame, because the pause begins with the keystroke.
  useLayoutEffect(() => {
    setBusy(false);
    if (!isOn) return;
    if (wanted === null) setFound(null);
    else timer.current = window.setTimeout(now, PAUSE_MS);
    return stop;
  }, [wanted, isOn, context]);
  return { found, isBusy, now };
}
