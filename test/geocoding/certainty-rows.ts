import { AddressForms } from '../reading/address-forms.js';
import { MadeCountry } from '../reading/made-country.js';
import type { GroundTruth } from './probes/ground-truth.js';
import { SheetRows, type SheetRow } from './sheet-rows.js';

/** Of so many rows one is an address in one of the made forms. */
const FORMS_SHARE = 0.12;

/**
 * Rows that weights of confidence are measured on, or proved with: those of tables, and addresses in every
 * second form. The other forms are those that the weights never see.
 */
export class CertaintyRows {
  readonly #sheet: SheetRows;
  readonly #country: MadeCountry;

  constructor(truth: GroundTruth) {
    this.#sheet = new SheetRows(truth);
    this.#country = new MadeCountry(truth);
  }

  known(count: number, seed: number): SheetRow[] {
    const forms = Math.round(FORMS_SHARE * count);
    return [...this.#sheet.mixed(count - forms, seed), ...this.#ofForms(forms, seed, true)];
  }

  unseen(count: number, seed: number): SheetRow[] {
    return this.#ofForms(count, seed, false);
  }

  /** Rows that have to leave words out ask for what is not there. Forms that may do so stay away. */
  #ofForms(count: number, seed: number, isKnown: boolean): SheetRow[] {
    const forms = new AddressForms(this.#country, seed);
    const names = new Set(forms.names.filter((_, i) => i % 2 === (isKnown ? 0 : 1)));
    return forms
      .rows(Math.ceil(count / names.size), names)
      .flatMap(({ form, text, wanted, isPartial }) =>
        isPartial === null || wanted === null
          ? []
          : [{ kind: form, text, isRight: ({ id }: { id: string }) => !isPartial && wanted.has(id) }],
      );
  }
}
