import { DistinctLists } from '../arrays/distinct-lists.js';
import type { Sections } from '../arrays/sections.js';
import { StringTableBuilder } from '../arrays/string-table.js';
import {
  DistinctForms,
  formIdentity,
  hasDoubled,
  nameForms,
  ordinalsOf,
  type NameForm,
} from '../text/forms.js';
import { joinSpellings } from '../text/join.js';
import { wordsOf } from '../text/words.js';
import { addressColumns, freezeAddresses, type AddressColumns } from './freeze-addresses.js';
import { buildKeyLayer, type LayerForm } from './lookup/key-layer-build.js';
import { compareKeys, keyTextSections, packKeys } from './lookup/key-text.js';
import { PROMINENCE_PARTS } from './places/prominence.js';
import type { LayerKind } from './finding/forward-hit.js';
import type { PlaceColumns } from './places/place.js';
import type { SearchModel } from './places/search-model.js';

/** A form of a name, with its owner (a row or a context). */
export interface OwnedForm extends NameForm {
  owner: number;
  /** The name from which the form was derived, used in explanations. */
  name: string;
  /** Whether this form is found only by its complete key, as for a road number or an airport code. */
  isExactOnly: boolean;
}

/** Returns the forms of all rows in ascending row order. All forms of a row are distinct. */
export function rowForms(model: Pick<SearchModel, 'names' | 'generated' | 'refs' | 'tagged'>): OwnedForm[] {
  const forms: OwnedForm[] = [];
  model.names.forEach((names, owner) => {
    for (const form of formsOf(owner, names, model.generated[owner])) {
      form.name = taggedName(form.name, model.tagged[owner]);
      forms.push(form);
    }
    for (const ref of model.refs[owner]) if (wordsOf(ref).length > 0) forms.push(exactForm(owner, ref));
  });
  return forms;
}

/**
 * Returns the tagged name that a generated name comes from: Туул for Туул гол. A tagged name is returned
 * unchanged.
 */
function taggedName(name: string, tagged: readonly string[]): string {
  if (tagged.includes(name)) return name;
  return tagged.find((other) => name.includes(other) || other.includes(name)) ?? name;
}

/** Returns the forms of all contexts, in ascending order of context number. */
export function contextForms(model: Pick<SearchModel, 'contexts'>): OwnedForm[] {
  return model.contexts.flatMap((names, owner) => formsOf(owner, names, []));
}

/**
 * Builds the sections for forward search:
 *
 *     town.*        settlements that addresses name: row, reach in meters
 *     place.*       one value per row: id, name, type (numbers in `string_*`), point (lon7, lat7),
 *                   prominence (tenths), parts (tenths, in the order of PROMINENCE_PARTS), twin,
 *                   context (a list in `contexts_*`); freezeAddresses() adds more
 *     name.s.*      strict keys of names, see buildKeyLayer; `text`: the name of each form (in `string_*`)
 *     name.l.*      loose keys of names
 *     context.s.*   strict keys of contexts
 *     context.l.*   loose keys of contexts
 *     contexts_*    distinct lists of contexts: `start`, `list`; the contexts that are kinds: `kinds`;
 *                   the rows in each context: `row_start`, `row`
 *     house.*       house numbers, sorted: `number_*`; where the entries of each number begin: `start`;
 *                   the entries of a number, ordered by street: `row`, `street` (a context)
 */
export function freezeModel(model: SearchModel, onPhase: (phase: string) => void = () => {}): Sections {
  const names = inLayers(() => rowForms(model));
  return freezeColumns({
    ...model,
    columns: () => addressColumns(model),
    nameForms: (layer) => {
      // Most of the memory used here is for a country's names, so each layer is a separate phase.
      onPhase(layer === 'strict' ? 'indexing names' : 'indexing spellings');
      return names(layer);
    },
    contextForms: inLayers(() => contextForms(model)),
    contextCount: model.contexts.length,
  });
}

/**
 * Returns the forms of one layer and then those of the other. The forms are created for the first layer and
 * discarded after the second.
 */
function inLayers(make: () => OwnedForm[]): (layer: LayerKind) => NamedForm[] {
  let forms: OwnedForm[] | null = null;
  return (layer) => {
    forms ??= make();
    const named = layerForms(forms, layer);
    if (layer === 'loose') forms = null;
    return named;
  };
}

/** A form of a name in a layer. */
export interface NamedForm extends LayerForm {
  name: string;
}

/** A model with its final forms and columns. */
export interface FrozenColumns extends Pick<
  SearchModel,
  'parts' | 'twins' | 'kinds' | 'towns' | 'rowContexts' | 'addresses'
> {
  rows: readonly PlaceColumns[];
  /** Called only when the columns are about to be written, to save memory. */
  columns: () => readonly AddressColumns[];
  /**
   * Returns forms in ascending order of owner. Called once for each layer, starting with the strict layer.
   */
  nameForms: (layer: LayerKind) => readonly NamedForm[];
  contextForms: (layer: LayerKind) => readonly NamedForm[];
  contextCount: number;
}

/** The second half of the work of freezeModel(). */
export function freezeColumns(model: FrozenColumns): Sections {
  const strings = new StringTableBuilder();
  const sections = {
    ...freezeRows(model, strings),
    ...freezeAddresses(model.columns(), strings),
    ...freezeHouses(model),
    ...freezeForms('name.s.', model.nameForms('strict'), strings),
    ...freezeForms('name.l.', model.nameForms('loose'), strings),
    ...freezeForms('context.s.', model.contextForms('strict'), strings),
    ...freezeForms('context.l.', model.contextForms('loose'), strings),
  };
  const { bytes, offsets } = strings.finish();
  return { ...sections, string_bytes: bytes, string_offsets: offsets };
}

/** @param generated generated names, whose forms never count as tagged names */
function formsOf(owner: number, names: readonly string[], generated: readonly string[]): OwnedForm[] {
  const forms = new DistinctForms<OwnedForm>();
  const add = (name: string, form: NameForm): void =>
    void forms.add(formIdentity(form), { ...form, owner, name, isExactOnly: false });
  for (const name of names) for (const form of nameForms(name)) add(name, form);
  for (const name of generated) {
    const isEnd = names.some((tagged) => tagged.endsWith(name));
    for (const form of nameForms(name, false, isEnd)) add(name, form);
  }
  return forms.list;
}

function exactForm(owner: number, name: string): OwnedForm {
  const words = wordsOf(name);
  return {
    strict: words.map((word) => word.strict),
    loose: words.map((word) => word.loose),
    isWritten: true,
    isTranslated: false,
    ordinals: ordinalsOf(words),
    isDoubled: hasDoubled(words),
    spelling: joinSpellings(words),
    owner,
    name,
    isExactOnly: true,
  };
}

/**
 * Returns the forms with one kind of key, strict or loose. If several forms of an owner have the same words,
 * only one is stored.
 *
 * @param forms in ascending order of owner
 */
export function layerForms(forms: readonly OwnedForm[], kind: LayerKind): NamedForm[] {
  const layer: NamedForm[] = [];
  let distinct = new DistinctForms<NamedForm>();
  let last = -1;
  for (const form of forms) {
    const words = form[kind];
    if (words === null) continue;
    const { owner, name, isExactOnly, isWritten, isTranslated, ordinals, isDoubled } = form;
    if (owner !== last) {
      layer.push(...distinct.list);
      distinct = new DistinctForms();
      last = owner;
    }
    const telling = kind === 'strict' ? `${ordinals} ${isDoubled}` : '';
    const spelling = kind === 'strict' ? form.spelling : '';
    const flags = { isExactOnly, isWritten, isTranslated, ordinals, isDoubled };
    distinct.add(`${isExactOnly} ${telling} ${words.join(' ')}`, {
      row: owner,
      words,
      name,
      ...flags,
      spelling,
    });
  }
  layer.push(...distinct.list);
  return layer;
}

function freezeForms(prefix: string, layer: readonly NamedForm[], strings: StringTableBuilder): Sections {
  return {
    ...buildKeyLayer(prefix, layer),
    [`${prefix}text`]: Uint32Array.from(layer, (form) => strings.add(form.name)),
  };
}

function freezeRows(model: FrozenColumns, strings: StringTableBuilder): Sections {
  const { rows } = model;
  const lists = new DistinctLists();
  const context = Uint32Array.from(model.rowContexts, (contexts) => lists.add(contexts));
  return {
    'place.id': Uint32Array.from(rows, (row) => strings.add(row.id)),
    'place.name': Uint32Array.from(rows, (row) => strings.add(row.name)),
    'town.row': Uint32Array.from(model.towns, (town) => town.row),
    'town.reach': Uint16Array.from(model.towns, (town) => town.reach_m),
    'place.type': Uint32Array.from(rows, (row) => strings.add(row.type)),
    'place.point': Int32Array.from(rows.flatMap((row) => [row.lon7, row.lat7])),
    'place.prominence': Uint16Array.from(rows, (row) => Math.round(row.prominence * 10)),
    'place.parts': Uint16Array.from(
      model.parts.flatMap((parts) => PROMINENCE_PARTS.map((part) => parts[part])),
    ),
    'place.twin': model.twins,
    'place.context': context,
    contexts_start: lists.starts,
    contexts_list: lists.numbers,
    contexts_kinds: Uint32Array.from(model.kinds),
    ...rowsOfContexts(model),
  };
}

function rowsOfContexts({ rowContexts, contextCount }: FrozenColumns): Sections {
  const start = new Uint32Array(contextCount + 1);
  for (const list of rowContexts) for (const context of list) start[context + 1]++;
  for (let context = 0; context < contextCount; context++) start[context + 1] += start[context];
  const next = start.slice();
  const rows = new Uint32Array(start[contextCount]);
  rowContexts.forEach((list, row) => {
    for (const context of list) rows[next[context]++] = row;
  });
  return { contexts_row_start: start, contexts_row: rows };
}

function freezeHouses({ addresses }: Pick<FrozenColumns, 'addresses'>): Sections {
  const sorted = [...addresses].sort(
    (a, b) => compareKeys(a.number, b.number) || a.street - b.street || a.row - b.row,
  );
  const numbers = [...new Set(sorted.map((entry) => entry.number))];
  const start = new Uint32Array(numbers.length + 1);
  let number = 0;
  sorted.forEach((entry, i) => {
    while (numbers[number] !== entry.number) start[++number] = i;
  });
  start[numbers.length] = sorted.length;
  return {
    ...keyTextSections('house.number', packKeys(numbers)),
    'house.start': start,
    'house.row': Uint32Array.from(sorted, (entry) => entry.row),
    'house.street': Uint32Array.from(sorted, (entry) => entry.street),
  };
}
