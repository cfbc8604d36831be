import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { auditActionsMn } from '../../src/web/console/text/audit-mn.js';

/** The events that docs/accounts.md lists: `key.created|revoked` are two. */
function listed(): string[] {
  const page = readFileSync(resolve(import.meta.dirname, '../../docs/accounts.md'), 'utf8');
  const [, chapter] = page.split('\n## The audit log\n');
  return [...chapter.matchAll(/`([a-z_]+)\.([a-z_|]+)`/g)].flatMap(([, subject, events]) =>
    events.split('|').map((event) => `${subject}.${event}`),
  );
}

it('lists every event of the audit log, and no others', () => {
  expect(listed().sort()).toEqual(Object.keys(auditActionsMn).sort());
});
