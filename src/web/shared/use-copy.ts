import { useState } from 'preact/hooks';

/** So long a button says that something was copied. */
const SHOWN_MS = 2000;

/**
 * Copies a text, or what a function says at that moment.
 * @returns whether that has just been done, and what does it, which says whether it did
 */
export function useCopy(text: string | (() => string)): { isCopied: boolean; copy: () => Promise<boolean> } {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
    } catch {
      return false;
    }
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
    return true;
  };
  return { isCopied, copy };
}
