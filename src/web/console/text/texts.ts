import { computed } from '@preact/signals';
import { language } from '../../shared/language.js';
import { en, type Dictionary } from './en.js';
import { mn } from './mn.js';

const DICTIONARIES: Record<'mn' | 'en', Dictionary> = { mn, en };

const current = computed(() => DICTIONARIES[language.value]);

/** The texts of the language that is shown. A component that calls this is drawn again when it changes. */
export function t(): Dictionary {
  return current.value;
}
