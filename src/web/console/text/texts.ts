import { textsIn } from '../../shared/texts.js';
import { en, type Dictionary } from './en.js';
import { mn } from './mn.js';

/** Returns the texts in the page's language. */
export const t = textsIn<Dictionary>({ mn, en });
