import { BadAnswer, NotLoaded } from '../upstream/upstream-error.js';
import type { Question, Row } from './postgis-client.js';
import { SCHEMA_VERSION } from './postgis-schema.js';

/** Returns the query that checks whether the schema exists and can be read. */
export function aboutQuestion(schema: string): Question {
  return {
    text: `select schema_version, edition, dataset::text as dataset from ${schema}.about`,
    values: [],
  };
}

/**
 * Checks the schema version, which every answer contains, so that an outdated schema is noticed immediately.
 * @throws NotLoaded if the version is missing or differs from ours
 */
export function checkedVersion(rows: readonly Row[]): void {
  const version = rows.at(0)?.['schema_version'];
  if (version === undefined || version === null)
    throw new NotLoaded('its schema is empty; run gazarch export postgis');
  if (typeof version !== 'number') throw new BadAnswer('its schema has no version');
  if (version !== SCHEMA_VERSION)
    throw new NotLoaded(
      `its schema has version ${version}, this gazarch reads ${SCHEMA_VERSION}; run gazarch export postgis`,
    );
}
