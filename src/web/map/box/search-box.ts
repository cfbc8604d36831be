import type { GeocodeAnswer, Place } from '../ask/answers.js';
import { movedBy, PAUSE_MS, wantedText } from '../../shared/combobox.js';
import { BOX_STYLE } from './box-style.js';
import { BOX_TEXTS, type BoxTexts } from './texts.js';

/**
 * `<gazarch-search key="…">`: the search box for any web page. It asks the service that it was loaded from.
 * When somebody chooses a place it sends the event `gazarch-place`, with the place in `detail`. The docs have
 * its attributes (docs/map.md).
 */

const MOST_LETTERS = 200;

/** Where this script comes from is where the service is. Only known while the script runs. */
const OWN_SERVICE = (document.currentScript as HTMLScriptElement | null)?.src.replace(
  /\/map\/search-box\.js.*$/,
  '',
);

let boxes = 0;

class SearchBox extends HTMLElement {
  static readonly observedAttributes = ['lang', 'placeholder', 'label'];

  /** The place that was chosen; null while there is none. */
  value: Place | null = null;

  readonly #id = `gazarch-${++boxes}`;
  readonly #input = document.createElement('input');
  readonly #list = document.createElement('ul');
  readonly #frame = document.createElement('div');
  readonly #say = document.createElement('p');
  readonly #count = document.createElement('p');
  readonly #sources = document.createElement('a');
  #places: readonly Place[] = [];
  #active = -1;
  #timer = 0;
  #asking: AbortController | null = null;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
    const style = new CSSStyleSheet();
    style.replaceSync(BOX_STYLE);
    root.adoptedStyleSheets = [style];
    this.#build(root);
    this.#input.addEventListener('input', () => this.#typed());
    this.#input.addEventListener('keydown', (event) => this.#pressed(event));
    this.#input.addEventListener('focus', () => this.#show(this.#places.length > 0));
    this.addEventListener('focusout', (event) => {
      if (!(event.relatedTarget instanceof Node && this.contains(event.relatedTarget))) this.#show(false);
    });
  }

  connectedCallback(): void {
    this.#speak();
  }

  disconnectedCallback(): void {
    clearTimeout(this.#timer);
    this.#asking?.abort();
  }

  attributeChangedCallback(): void {
    this.#speak();
  }

  #build(root: ShadowRoot): void {
    const input = this.#input;
    const attributes = {
      ...{ type: 'text', role: 'combobox', autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' },
      ...{ enterkeyhint: 'search', part: 'input', maxlength: String(MOST_LETTERS) },
      ...{ 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': this.#id },
    };
    for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
    this.#list.id = this.#id;
    this.#list.role = 'listbox';
    this.#frame.className = 'list';
    this.#frame.part.add('list');
    this.#frame.hidden = true;
    this.#say.className = 'say';
    this.#count.className = 'unseen';
    this.#count.setAttribute('aria-live', 'polite');
    this.#sources.target = '_blank';
    this.#sources.rel = 'noreferrer';
    const sources = Object.assign(document.createElement('p'), { className: 'sources' });
    sources.append(this.#sources);
    this.#frame.append(this.#say, this.#list, sources);
    root.append(input, this.#count, this.#frame);
  }

  /** The texts, in the language of the attribute `lang`, else of the page; Mongolian if that is another. */
  get #texts(): BoxTexts {
    const language = this.#language();
    return BOX_TEXTS[language === 'en' ? 'en' : 'mn'];
  }

  #language(): string {
    return (this.closest('[lang]')?.getAttribute('lang') ?? '').slice(0, 2).toLowerCase();
  }

  #speak(): void {
    const texts = this.#texts;
    const label = this.getAttribute('label') ?? texts.label;
    this.#input.setAttribute('aria-label', label);
    this.#list.setAttribute('aria-label', label);
    this.#input.placeholder = this.getAttribute('placeholder') ?? texts.label;
    this.#sources.textContent = texts.sources;
    this.#sources.href = `${this.#service()}/copyright`;
  }

  #service(): string {
    return (this.getAttribute('service') ?? OWN_SERVICE ?? '').replace(/\/$/, '');
  }

  #typed(): void {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.value = null;
    const text = wantedText(this.#input.value);
    if (text === null) this.#fill([], '');
    else this.#timer = window.setTimeout(() => void this.#search(text), PAUSE_MS);
  }

  async #search(text: string): Promise<void> {
    const asking = (this.#asking = new AbortController());
    try {
      const response = await fetch(`${this.#service()}/v1/geocode?${this.#query(text)}`, {
        headers: { authorization: `Bearer ${this.getAttribute('key') ?? ''}` },
        credentials: 'omit',
        signal: asking.signal,
      });
      if (response.ok) this.#fill(((await response.json()) as GeocodeAnswer).results, this.#texts.nothing);
      else this.#fill([], this.#refusal(response.status));
    } catch (error) {
      if ((error as Error).name !== 'AbortError') this.#fill([], this.#texts.failed);
    }
  }

  /** What the page asks for beyond the text: `limit`, `near`, `type`, `bbox`, as in `/v1/geocode`. */
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

  /** @param empty what to say when there are no places; nothing for an empty text */
  #fill(places: readonly Place[], empty: string): void {
    this.#places = places;
    this.#list.replaceChildren(...places.map((place, i) => this.#option(place, i)));
    this.#list.hidden = places.length === 0;
    this.#say.textContent = places.length === 0 ? empty : '';
    this.#say.hidden = places.length > 0;
    this.#count.textContent = places.length === 0 ? empty : this.#texts.found(places.length);
    this.#activate(-1);
    this.#show(places.length > 0 || empty !== '');
  }

  #option(place: Place, i: number): HTMLLIElement {
    const option = document.createElement('li');
    option.id = `${this.#id}-${i}`;
    option.role = 'option';
    option.part.add('option');
    const line = (className: string, text: string): HTMLSpanElement =>
      Object.assign(document.createElement('span'), { className, textContent: text });
    option.append(line('name', place.name));
    if (place.address !== null) option.append(line('address', place.address));
    // The field keeps the focus.
    option.addEventListener('mousedown', (event) => event.preventDefault());
    option.addEventListener('click', () => this.#choose(place));
    return option;
  }

  #pressed(event: KeyboardEvent): void {
    const { length } = this.#places;
    const next = movedBy(event.key, this.#active, length);
    if (next !== null) {
      event.preventDefault();
      this.#show(true);
      this.#activate(next);
    } else if (event.key === 'Enter' && !this.#frame.hidden && length > 0) {
      event.preventDefault();
      this.#choose(this.#places[Math.max(0, this.#active)]);
    } else if (event.key === 'Escape') {
      this.#show(false);
    }
  }

  #activate(active: number): void {
    this.#active = active;
    for (const [i, option] of [...this.#list.children].entries()) {
      option.ariaSelected = String(i === active);
      if (i === active) option.scrollIntoView({ block: 'nearest' });
    }
    if (active < 0) this.#input.removeAttribute('aria-activedescendant');
    else this.#input.setAttribute('aria-activedescendant', `${this.#id}-${active}`);
  }

  #show(isOpen: boolean): void {
    this.#frame.hidden = !isOpen;
    this.#input.setAttribute('aria-expanded', String(isOpen && this.#places.length > 0));
  }

  #choose(place: Place): void {
    this.value = place;
    this.#input.value = place.name;
    this.#show(false);
    this.dispatchEvent(new CustomEvent('gazarch-place', { detail: place, bubbles: true, composed: true }));
  }
}

if (customElements.get('gazarch-search') === undefined) customElements.define('gazarch-search', SearchBox);
