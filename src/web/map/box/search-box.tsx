import { render } from 'preact';
import type { GeocodeAnswer, Place } from '../ask/answers.js';
import { BOX_STYLE } from './box-style.js';
import { Combobox, type Found } from './combobox.js';
import { BOX_TEXTS, type BoxTexts } from './texts.js';

/**
 * `<gazarch-search key="…">`: the search box for any web page. It sends requests to the service that it was
 * loaded from. When the user chooses a place, it dispatches the event `gazarch-place`, with the place in
 * `detail`. docs/search-box.md describes its attributes.
 */

/** This script's URL is also the service's. It is only known while the script runs. */
const OWN_SERVICE = (document.currentScript as HTMLScriptElement | null)?.src.replace(
  /\/map\/search-box\.js.*$/,
  '',
);

class SearchBox extends HTMLElement {
  static readonly observedAttributes = ['lang', 'placeholder', 'label'];

  /** The chosen place, or null. */
  value: Place | null = null;

  readonly #root = this.attachShadow({ mode: 'open', delegatesFocus: true });

  constructor() {
    super();
    const style = new CSSStyleSheet();
    style.replaceSync(BOX_STYLE);
    this.#root.adoptedStyleSheets = [style];
  }

  connectedCallback(): void {
    const texts = this.#texts;
    const label = this.getAttribute('label') ?? texts.label;
    const placeholder = this.getAttribute('placeholder') ?? texts.label;
    render(
      <Combobox
        texts={{ ...texts, label, placeholder, results: label }}
        value=""
        search={(text, signal) => this.#search(text, signal)}
        isPopup
        option={({ name, address }) => (
          <>
            <span class="name">{name}</span>
            {address !== null && <span class="address">{address}</span>}
          </>
        )}
        onTyped={() => (this.value = null)}
        onChoose={(place) => this.#choose(place)}
      >
        <p class="sources">
          <a href={`${this.#service()}/copyright`} target="_blank" rel="noreferrer">
            {texts.sources}
          </a>
        </p>
      </Combobox>,
      this.#root,
    );
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.connectedCallback();
  }

  /**
   * The texts in the language of the `lang` attribute or, without it, of the page. Any unsupported language
   * is shown in Mongolian.
   */
  get #texts(): BoxTexts {
    return BOX_TEXTS[this.#language() === 'en' ? 'en' : 'mn'];
  }

  #language(): string {
    return (this.closest('[lang]')?.getAttribute('lang') ?? '').slice(0, 2).toLowerCase();
  }

  #service(): string {
    return (this.getAttribute('service') ?? OWN_SERVICE ?? '').replace(/\/$/, '');
  }

  async #search(text: string, signal: AbortSignal): Promise<Found> {
    try {
      const response = await fetch(`${this.#service()}/v1/geocode?${this.#query(text)}`, {
        headers: { authorization: `Bearer ${this.getAttribute('key') ?? ''}` },
        credentials: 'omit',
        signal,
      });
      if (response.ok) return { places: ((await response.json()) as GeocodeAnswer).results };
      return failed(this.#refusal(response.status));
    } catch (error) {
      if ((error as Error).name === 'AbortError') throw error;
      return failed(this.#texts.failed);
    }
  }

  /** Adds the parameters that the page has set: `limit`, `near`, `type`, `bbox`, as in `/v1/geocode`. */
  #query(text: string): string {
    const query = new URLSearchParams({ q: text });
    for (const name of ['limit', 'near', 'type', 'bbox']) {
      const value = this.getAttribute(name);
      if (value !== null) query.set(name, value);
    }
    if (this.#language() === 'en') query.set('lang', 'en');
    return query.toString();
  }

  #refusal(status: number): string {
    if (status === 401 || status === 403) return this.#texts.badKey;
    return status === 429 ? this.#texts.tooMany : this.#texts.failed;
  }

  #choose(place: Place): void {
    this.value = place;
    this.dispatchEvent(new CustomEvent('gazarch-place', { detail: place, bubbles: true, composed: true }));
  }
}

function failed(text: string): Found {
  const failure = (
    <p class="say" role="alert">
      {text}
    </p>
  );
  return { places: [], failure };
}

if (customElements.get('gazarch-search') === undefined) customElements.define('gazarch-search', SearchBox);
