import type { RelationMember } from '../../src/osm/element.js';
import type { Tags } from '../../src/geo/feature.js';

/**
 * A node as one line, as osmium writes it, without metadata. The tags are in the order of their text. The
 * format is OPL: https://osmcode.org/opl-file-format/
 */
export function nodeLine(id: number, lon7: number, lat7: number, tags: Tags | null): string {
  return `n${id} T${tagList(tags)} x${degrees(lon7)} y${degrees(lat7)}`;
}

/** A way as one line, as `nodeLine`. */
export function wayLine(id: number, refs: ArrayLike<number>, tags: Tags | null): string {
  return `w${id} T${tagList(tags)} N${Array.from(refs, (ref) => `n${ref}`).join()}`;
}

/** A relation as one line, as `nodeLine`. */
export function relationLine(id: number, members: readonly RelationMember[], tags: Tags | null): string {
  return `r${id} T${tagList(tags)} M${members
    .map(({ type, ref, role }) => `${type[0]}${ref}@${escaped(role)}`)
    .join()}`;
}

/** A line of osmium, with its tags in the order of their text. */
export function sortedLine(line: string): string {
  return line.replace(/ T(\S*)/, (_, tags: string) => ` T${tags.split(',').sort().join()}`);
}

function tagList(tags: Tags | null): string {
  if (tags === null) return '';
  return Object.entries(tags)
    .map(([key, value]) => `${escaped(key)}=${escaped(value)}`)
    .sort()
    .join();
}

/** 1e-7 degrees as the shortest decimal, made without a division. */
function degrees(units: number): string {
  const digits = String(Math.abs(units)).padStart(8, '0');
  const fraction = digits.slice(-7).replace(/0+$/, '');
  return `${units < 0 ? '-' : ''}${digits.slice(0, -7)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Writes all but plain letters and signs up to U+05FF as %hex%, with two digits or else at least four. */
function escaped(text: string): string {
  return text.replace(
    /[^\u0021-\u0024\u0026-\u002b\u002d-\u003c\u003e-\u003f\u0041-\u007e\u00a1-\u00ac\u00ae-\u05ff]/gu,
    (letter) => {
      const code = letter.codePointAt(0)!;
      return `%${code.toString(16).padStart(code < 256 ? 2 : 4, '0')}%`;
    },
  );
}
