import { useState } from 'preact/hooks';

/** How long a button confirms that the text was copied. */
const SHOWN_MS = 2000;

/**
 * Copies a text, or the text that a function returns when the user clicks the button.
 * @returns whether text was just copied, and a function that copies text and reports whether it succeeded
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
