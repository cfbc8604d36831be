import { useCopy } from '../../shared/use-copy.js';
import { sharedLink } from '../state/address.js';
import { t } from '../text/texts.js';

/** A link to what is shown: a phone offers its apps, another browser copies it. @param title what it is */
export function ShareButton({ title }: { title: string }) {
  const { isCopied, copy } = useCopy(sharedLink);
  const share = async (): Promise<void> => {
    if (!matchMedia('(pointer: coarse)').matches || !('share' in navigator)) return void (await copy());
    // Whoever changes their mind ends it with an error.
    await navigator.share({ title, url: sharedLink() }).catch(() => undefined);
  };
  return (
    <button type="button" onClick={() => void share()}>
      <span aria-live="polite">{isCopied ? t().place.linkCopied : t().place.share}</span>
    </button>
  );
}
