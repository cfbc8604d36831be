import { useCopy } from '../../shared/use-copy.js';
import { t } from '../text/texts.js';

/** @param label describes the text to copy, if the page does not show it */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { isCopied, copy } = useCopy(text);
  return (
    <button type="button" class="small" onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? t().request.copied : (label ?? t().request.copy)}</span>
    </button>
  );
}
