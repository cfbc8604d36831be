import { useState } from 'preact/hooks';

/** How long a button says that it has copied. */
const SHOWN_MS = 2000;

/**
 * Copies a text, or the result of a function at that moment.
 * @returns whether it has just copied, and a function that copies, which returns whether it succeeded
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
