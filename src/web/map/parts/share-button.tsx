import { useCopy } from '../../shared/use-copy.js';
import { sharedLink } from '../state/address.js';
import { keyless } from '../state/key.js';
import { t } from '../text/texts.js';

/**
 * A link to what is shown: a phone offers its apps, another browser copies it.
 * @param title what it is
 * @param text stands before the link
 */
export function ShareButton({ title, text }: { title: string; text?: string | undefined }) {
  const { isCopied, copy } = useCopy(() => (text === undefined ? sharedLink() : `${text}\n${sharedLink()}`));
  const share = async (): Promise<void> => {
    if (!matchMedia('(pointer: coarse)').matches || !('share' in navigator)) return void (await copy());
    // Whoever changes their mind ends it with an error.
    await navigator
      .share({ title, url: sharedLink(), ...(text !== undefined && { text }) })
      .catch(() => undefined);
  };
  const { linkCopied, linkNeedsKey, share: word } = t().place;
  const copied = keyless.value === 'answered' ? linkCopied : linkNeedsKey;
  return (
    <button type="button" onClick={() => void share()}>
      <span aria-live="polite">{isCopied ? copied : word}</span>
    </button>
  );
}
