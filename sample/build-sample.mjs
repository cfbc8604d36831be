#!/usr/bin/env node
/**
 * Writes the sample area as OSM XML from its readable text.
 *
 *     node sample/build-sample.mjs [--check] [SOURCE [TARGET]]
 *
 * SOURCE is `ulaanbaatar.txt` beside this file, TARGET is `ulaanbaatar.osm`. `--check` writes nothing.
 * It exits with status 1 when TARGET is not what SOURCE gives.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { writeBorders } from './build/borders.mjs';
import { LineSet } from './build/lines.mjs';
import { writeNetwork } from './build/network.mjs';
import { OsmFile } from './build/osm.mjs';
import { writePlaces } from './build/places.mjs';
import { parseSource, readNumber, SourceError } from './build/source.mjs';

const LINE_WORDS = ['road', 'rail', 'river', 'roundabout'];

function buildSample(text) {
  const statements = parseSource(text);
  const origin = statements.find(({ word }) => word === 'origin');
  if (!origin) throw new SourceError(1, 'the text has no "origin LAT LON"');
  const [lat, lon] = origin.args.map((arg) => readNumber(origin.line, arg, 'degrees'));
  const osm = new OsmFile({ lat, lon });
  const lines = new LineSet(statements.filter(({ word }) => LINE_WORDS.includes(word)));
  for (const { line, points } of statements.filter(({ word }) => word === 'node')) {
    for (const token of points) if (!token.includes('*')) lines.node(token, line);
  }
  lines.meet();
  writeNetwork(osm, lines, statements);
  writePlaces(osm, lines, statements);
  writeBorders(osm, statements);
  return osm.toXml();
}

function main(args) {
  const here = dirname(fileURLToPath(import.meta.url));
  const check = args.includes('--check');
  const [source = join(here, 'ulaanbaatar.txt'), target = join(here, 'ulaanbaatar.osm')] = args.filter(
    (arg) => arg !== '--check',
  );
  try {
    const xml = buildSample(readFileSync(source, 'utf8'));
    if (!check) writeFileSync(target, xml);
    else if (readFileSync(target, 'utf8') !== xml)
      throw new Error(`${target} is not up to date: run node sample/build-sample.mjs`);
  } catch (error) {
    process.stderr.write(
      `build-sample: ${error instanceof SourceError ? `${source}: ` : ''}${error.message}\n`,
    );
    process.exitCode = 1;
  }
}

main(process.argv.slice(2));
