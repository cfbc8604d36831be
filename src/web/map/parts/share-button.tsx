import { useCopy } from '../../shared/use-copy.js';
import { sharedLink } from '../state/address.js';
import { keyless } from '../state/key.js';
import { t } from '../text/texts.js';

/**
 * Says what whoever opens a link needs beside it; nothing where it opens for everybody.
 * @param isOpen all is in the link, so nothing is asked
 */
export function SharedNote({ isOpen = false }) {
  const { linkIsLocal, linkNeedsKey } = t().place;
  const isLocal = /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);
  const text = isLocal ? linkIsLocal : isOpen || keyless.value === 'answered' ? null : linkNeedsKey;
  return text === null ? null : <p class="quiet">{text}</p>;
}

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
  const { linkCopied, share: word } = t().place;
  return (
    <button type="button" onClick={() => void share()}>
      <span aria-live="polite">{isCopied ? linkCopied : word}</span>
    </button>
  );
}
