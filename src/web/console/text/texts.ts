import { textsIn } from '../../shared/texts.js';
import { en, type Dictionary } from './en.js';
import { mn } from './mn.js';

/** The texts of the language that is shown. */
export const t = textsIn<Dictionary>({ mn, en });
