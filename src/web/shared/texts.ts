import { language, type Language } from './language.js';

/**
 * @returns a function that gives the texts in the language of the page. A component that calls it is drawn
 * again when the language changes.
 */
export function textsIn<Texts>(all: Record<Language, Texts>): () => Texts {
  return () => all[language.value];
}
