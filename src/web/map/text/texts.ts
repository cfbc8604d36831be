import { textsIn } from '../../shared/texts.js';
import { en, type Texts } from './en.js';
import { mn } from './mn.js';

/** The texts of the language that is shown. */
export const t = textsIn<Texts>({ mn, en });
