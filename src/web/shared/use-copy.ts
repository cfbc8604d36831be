import { useState } from 'preact/hooks';

/** How long a button confirms that it has copied. */
const SHOWN_MS = 2000;

/**
 * Copies a text, or what a function returns at that moment.
 * @returns whether something was just copied, and a function that copies and reports whether it succeeded
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
