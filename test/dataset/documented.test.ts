import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pack } from '../../src/arrays/packed.js';
import { servedPath } from '../../src/dataset/dataset-folder.js';
import { FORMAT_VERSION, MAX_SECTIONS, type SectionMap } from '../../src/dataset/format.js';
import { readDataset } from '../../src/dataset/read-dataset.js';
import { MANIFEST_HEAD } from '../../src/dataset-feed/manifest.js';
import { HTTP_DEFAULTS } from '../../src/http/core/settings.js';
import { openapiDocument } from '../../src/http/description/openapi.js';
import { runImport } from '../../src/importer/run-import.js';
import { ROUTING_VERSION } from '../../src/routing/frozen/routing-data.js';
import { SCHEMA_VERSION } from '../../src/sources/postgis/postgis-schema.js';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const DOCUMENT = readFileSync(join(root, 'docs/dataset-sections.md'), 'utf8');
const FORMAT_DOCUMENT = readFileSync(join(root, 'docs/dataset-format.md'), 'utf8');

interface Documented {
  name: string;
  /** Start of the name. In sections with the same prefix, the names in the formulas mean the same. */
  prefix: string;
  type: string;
  elements: string;
}

/**
 * The rows of all tables with the columns `section | type | elements | meaning`. A row counts once for
 * each prefix in the heading above it.
 */
function documentedSections(document: string): Documented[] {
  const found: Documented[] = [];
  let prefixes: string[] = [];
  let isTable = false;
  for (const line of document.split('\n')) {
    if (line.startsWith('#')) prefixes = [...line.matchAll(/`([^`]+)…`/g)].map((match) => match[1]);
    const cells = line.split('|').map((cell) => cell.trim());
    if (cells[1] === 'section' && cells[2] === 'type' && cells[3] === 'elements') isTable = true;
    else if (!line.startsWith('|')) isTable = false;
    else if (isTable && !cells[1].startsWith('---')) {
      for (const prefix of prefixes)
        found.push({
          name: prefix + cells[1].replaceAll('`', ''),
          prefix,
          type: cells[2],
          elements: cells[3].replaceAll('`', ''),
        });
    }
  }
  return found;
}

function typeName(array: SectionMap[string]): string {
  return array.constructor.name.replace(/Array$/, '');
}

/** Sentences about names and types that differ between the document and a dataset. */
function differences(documented: readonly Documented[], dataset: SectionMap): string[] {
  const known = new Map(documented.map((section) => [section.name, section]));
  const inDocument = documented.flatMap(({ name, type }, i) => {
    if (known.get(name) !== documented[i]) return [`${name} is documented twice`];
    if (dataset[name] === undefined) return [`${name} is documented, but in no dataset`];
    return type === typeName(dataset[name])
      ? []
      : [`${name} is documented as ${type}, but is ${typeName(dataset[name])}`];
  });
  return [
    ...inDocument,
    ...Object.keys(dataset)
      .filter((name) => !known.has(name))
      .map((name) => `${name} is not documented`),
  ];
}

/**
 * Sentences about numbers of elements that contradict each other. A formula (`segments + 1`,
 * `2 × places`, `2`, `packed roads`) and the length of its section tell how many segments there are. Packed
 * numbers begin with their count. All sections with one prefix must tell the same.
 */
function contradictions(documented: readonly Documented[], dataset: SectionMap): string[] {
  const counts = new Map<string, { count: number; by: string }>();
  return documented
    .filter(({ name }) => dataset[name] !== undefined)
    .flatMap(({ name, prefix, elements }) => {
      const formula = /^(?:packed )?(?:(\d+) × )?([a-z_]+)(?: \+ (\d+))?$/.exec(elements);
      const length = elements.startsWith('packed ') ? dataset[name][0] : dataset[name].length;
      if (formula === null)
        return elements === String(length)
          ? []
          : [`${name} is documented with ${elements} elements, but has ${length}`];
      const count = (length - Number(formula[3] ?? 0)) / Number(formula[1] ?? 1);
      const key = prefix + formula[2];
      const known = counts.get(key);
      if (known === undefined) counts.set(key, { count, by: name });
      if (count >= 0 && Number.isInteger(count) && count === (known?.count ?? count)) return [];
      return [
        `${name} is documented with ${elements} elements and has ${length}, ` +
          `but ${known?.by ?? 'nothing'} says ${known?.count ?? 'otherwise'}`,
      ];
    });
}

/**
 * Names of the fields of a record and of the records in it. Not the keys of tables by
 * kind or reason: they are data.
 */
function fieldNames(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(fieldNames);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    /^(by|km_by|areasBy|skipped$)/.test(key) && !Array.isArray(inner) ? [key] : [key, ...fieldNames(inner)],
  );
}

describe('the documents of the dataset', () => {
  const documented = documentedSections(DOCUMENT);
  const folder = mkdtempSync(join(tmpdir(), 'gazarch-documented-'));
  let dataset: SectionMap;
  beforeAll(async () => {
    const request = {
      sources: [join(root, 'sample/ulaanbaatar.osm')],
      out: folder,
      mapping: null,
      force: false,
      generator: 'test',
    };
    await runImport(request, { onProgress: () => undefined });
    dataset = readDataset(servedPath(folder));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('name every section of a dataset with its element type, and no other', () => {
    expect(differences(documented, dataset)).toEqual([]);
  });

  it('give the number of elements of every section', () => {
    expect(contradictions(documented, dataset)).toEqual([]);
  });

  it('name every field of the meta section', () => {
    const [, meta] = FORMAT_DOCUMENT.split('### Meta');
    const fields = fieldNames(JSON.parse(new TextDecoder().decode(new Uint8Array(dataset['meta/json']))));
    expect(fields.length).toBeGreaterThan(30);
    expect(fields.filter((field) => !meta.includes(`\`${field}\``))).toEqual([]);
  });

  it('say how many sections a dataset has, and how many times as many it may have', () => {
    const scale = readFileSync(join(root, 'docs/scale.md'), 'utf8');
    const row = scale.split('\n').find((line) => line.startsWith('| sections of a file '))!;
    const [most, count, times] = row
      .split('|')
      .slice(2, 5)
      .map((cell) => Number(cell.replace(',', '')));
    expect([most, count]).toEqual([MAX_SECTIONS, Object.keys(dataset).length]);
    expect(times).toBe(Math.floor(most / count));
  });

  it('say the version of the routing sections', () => {
    expect(DOCUMENT).toContain(`version of these sections, now ${dataset['driving/info'][0]};`);
  });

  it('are noticed to be wrong when they are', () => {
    const table =
      '## Roads: `a/…`, `b/…`\n| section | type | elements | meaning |\n|---|---|---|---|\n' +
      '| `first` | Uint32 | `roads + 1` | x |\n| `km` | Float32 | `roads` | x |\n' +
      '| `name` | Uint32 | packed `roads` | x |';
    const sections = documentedSections(table);
    const right: SectionMap = {
      'a/first': new Uint32Array(3),
      'a/km': new Float32Array(2),
      'a/name': pack(Uint32Array.of(5, 6)).words,
      'b/first': new Uint32Array(1),
      'b/km': new Float32Array(0),
      'b/name': pack(new Uint32Array(0)).words,
    };
    expect([...differences(sections, right), ...contradictions(sections, right)]).toEqual([]);
    expect(differences(sections, { ...right, 'a/new': new Uint8Array(1) })).toEqual([
      'a/new is not documented',
    ]);
    expect(differences(sections, { ...right, 'b/km': new Float64Array(0) })).toEqual([
      'b/km is documented as Float32, but is Float64',
    ]);
    expect(differences([...sections, { ...sections[0], name: 'a/old' }], right)).toEqual([
      'a/old is documented, but in no dataset',
    ]);
    expect(contradictions(sections, { ...right, 'a/km': new Float32Array(3) })).toHaveLength(1);
    expect(contradictions(sections, { ...right, 'a/name': pack(Uint32Array.of(5)).words })).toHaveLength(1);
  });
});

it('has the numbers of docs/versions.md', () => {
  const text = readFileSync(join(root, 'docs/versions.md'), 'utf8');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const numbers: [string, string][] = [
    ['the program', `\`${version}\``],
    ['the API', `\`${(openapiDocument([], HTTP_DEFAULTS) as { info: { version: string } }).info.version}\``],
    ['the dataset file', `format ${FORMAT_VERSION} `],
    ['routes in it', `routing ${ROUTING_VERSION} `],
    ['the manifest', `\`"manifest": ${MANIFEST_HEAD.manifest}\``],
    ['tables of PostGIS', `schema ${SCHEMA_VERSION} `],
  ];
  for (const [what, number] of numbers)
    expect(text.split('\n').find((line) => line.startsWith(`| ${what} `))).toContain(number);
  expect(text).toMatch(new RegExp(`^\\| ${FORMAT_VERSION} +\\| `, 'm'));
  expect(FORMAT_DOCUMENT).toContain(`format version, now ${FORMAT_VERSION};`);
});
