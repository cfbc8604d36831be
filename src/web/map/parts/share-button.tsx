import { useCopy } from '../../shared/use-copy.js';
import { sharedLink } from '../state/open-link.js';
import { keyless } from '../state/key.js';
import { t } from '../text/texts.js';

/**
 * Says what else a link's recipient needs; shows nothing if anyone can open the link.
 * @param isOpen whether the link contains everything, so that the page sends no requests
 */
export function SharedNote({ isOpen = false }) {
  const { linkIsLocal, linkNeedsKey } = t().place;
  const isLocal = /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);
  const text = isLocal ? linkIsLocal : isOpen || keyless.value === 'answered' ? null : linkNeedsKey;
  return text === null ? null : <p class="quiet">{text}</p>;
}

/**
 * Shares a link to the page: a phone offers its apps, other browsers copy the link.
 * @param title the name of the content
 * @param text the text before the link
 */
export function ShareButton({ title, text }: { title: string; text?: string | undefined }) {
  const { isCopied, copy } = useCopy(() => (text === undefined ? sharedLink() : `${text}\n${sharedLink()}`));
  const share = async (): Promise<void> => {
    if (!matchMedia('(pointer: coarse)').matches || !('share' in navigator)) return void (await copy());
    // If the user cancels, sharing fails with an error.
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
