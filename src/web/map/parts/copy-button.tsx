import { useCopy } from '../../shared/use-copy.js';
import { t } from '../text/texts.js';

export function CopyButton({ text }: { text: string }) {
  const { isCopied, copy } = useCopy(text);
  return (
    <button type="button" class="small" onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? t().request.copied : t().request.copy}</span>
    </button>
  );
}
