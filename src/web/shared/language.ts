import { effect, signal } from '@preact/signals';
import { store, stored } from './stored.js';

export type Language = 'mn' | 'en';

export const LANGUAGES: readonly Language[] = ['mn', 'en'];

export const LANGUAGE_NAMES: Record<Language, string> = { mn: 'Монгол', en: 'English' };

const NAME = 'language';

function isLanguage(text: string | null | undefined): text is Language {
  return text === 'mn' || text === 'en';
}

/**
 * Returns the first of the browser's languages that we support, or Mongolian if we support none, because the
 * service is for Mongolia.
 */
function languageOfBrowser(): Language {
  return navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'mn';
}

const kept = stored(NAME);

export const language = signal<Language>(isLanguage(kept) ? kept : languageOfBrowser());

/** Uses the account's language unless the user has chosen one. */
export function suggestLanguage(wanted: Language): void {
  if (!isLanguage(stored(NAME))) language.value = wanted;
}

export function chooseLanguage(wanted: Language): void {
  store(NAME, wanted);
  language.value = wanted;
}

effect(() => {
  document.documentElement.lang = language.value;
});
