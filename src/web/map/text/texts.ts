import { language } from '../../shared/language.js';
import { en, type Texts } from './en.js';
import { mn } from './mn.js';

/** The texts in the language of the page. Reading it in a component draws that again when it changes. */
export function t(): Texts {
  return language.value === 'mn' ? mn : en;
}
