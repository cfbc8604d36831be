import { textsIn } from '../../shared/texts.js';
import { en, type Texts } from './en.js';
import { mn } from './mn.js';

/** The texts in the language of the page. */
export const t = textsIn<Texts>({ mn, en });
