import { section, type Sections } from '../../arrays/sections.js';
import { LAYERS } from './layer.js';
import { PROMINENCE_PARTS } from './prominence.js';

/**
 * @param size number of places
 *
 * @throws Error whose message names the first part of the place table that differs from the output of
 * freezeModel()
 */
export function verifyPlaceTable(sections: Sections, size: number): void {
  const numbers = (name: string): Uint32Array => section(sections, name, Uint32Array);
  const layers = section(sections, 'place.layer', Uint8Array);
  const prominence = section(sections, 'place.prominence', Uint16Array);
  const [names, types] = [numbers('place.name'), numbers('place.type')];
  const lengths = [names, layers, types, prominence].map((column) => column.length);
  const points = section(sections, 'place.point', Int32Array).length;
  const parts = section(sections, 'place.parts', Uint16Array).length;
  if (
    lengths.some((length) => length !== size) ||
    points !== 2 * size ||
    parts !== size * PROMINENCE_PARTS.length
  )
    throw new Error('place table: the columns have different lengths');
  const strings = numbers('string_offsets').length - 1;
  const texts = [numbers('place.id'), names, types, numbers('name.s.text'), numbers('name.l.text')];
  if (!texts.every((column) => column.every((text) => text < strings)))
    throw new Error('place table: a reference to a nonexistent text');
  if (prominence.some((value, row) => row > 0 && value > prominence[row - 1]))
    throw new Error('place table: rows are not in order of prominence');
  if (layers.some((layer) => layer >= LAYERS.length)) throw new Error('place table: an unknown layer');
}
