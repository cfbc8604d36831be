import { useState } from 'preact/hooks';
import { t } from '../text/texts.js';

const SHOWN_MS = 1500;

export function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <button type="button" class="small" onClick={() => void copy().catch(() => undefined)}>
      <span aria-live="polite">{isCopied ? t().request.copied : t().request.copy}</span>
    </button>
  );
}
