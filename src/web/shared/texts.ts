import { language, type Language } from './language.js';

/**
 * @returns a function that returns the texts in the page's language. A component that calls this function is
 * rendered again when the language changes.
 */
export function textsIn<Texts>(all: Record<Language, Texts>): () => Texts {
  return () => all[language.value];
}
