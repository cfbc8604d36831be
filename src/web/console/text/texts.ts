import { textsIn } from '../../shared/texts.js';
import { en, type Dictionary } from './en.js';
import { mn } from './mn.js';

/** The texts in the language of the page. */
export const t = textsIn<Dictionary>({ mn, en });
