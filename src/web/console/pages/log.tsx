import { useState } from 'preact/hooks';
import type { Role } from '../../../console/api/project-data.js';
import type { AuditEntry, AuditPage } from '../../../console/api/operator-contract.js';
import { useAnswer, type Answered } from '../api/answers.js';
import { ask } from '../api/ask.js';
import { Button } from '../parts/button.js';
import { Empty, Loaded } from '../parts/notice.js';
import { Page } from '../parts/page.js';
import { Table } from '../parts/table.js';
import { Moment } from '../parts/time.js';
import { t } from '../text/texts.js';

interface LogProps {
  log: Answered<AuditPage>;
  /** Requests the entries before a given one. */
  older: (before: string) => Promise<AuditPage>;
  /** The URL for downloading the log as a file. */
  file: string;
}

function LogPage({ log, older, file }: LogProps) {
  const texts = t().log;
  return (
    <Page title={texts.title} lead={texts.lead}>
      <div class="stack">
        <p>
          <a href={file} download>
            {t().safety.export}
          </a>
        </p>
        <Loaded from={log}>{(first) => <AuditList first={first} older={older} />}</Loaded>
      </div>
    </Page>
  );
}

export function OperatorLogPage() {
  const log = useAnswer('GET /api/operator/audit', { query: {} });
  return (
    <LogPage
      log={log}
      file="/api/operator/audit.csv"
      older={(before) => ask('GET /api/operator/audit', { query: { before } })}
    />
  );
}

export function OrganisationLogPage({ organisation }: { organisation: string }) {
  const path = { organisation };
  const log = useAnswer('GET /api/organisations/:organisation/audit', { path, query: {} });
  return (
    <LogPage
      log={log}
      file={`/api/organisations/${encodeURIComponent(organisation)}/audit.csv`}
      older={(before) => ask('GET /api/organisations/:organisation/audit', { path, query: { before } })}
    />
  );
}

/** Lists actions and who took them, newest first. Older entries are loaded when the user asks for them. */
function AuditList({ first, older }: { first: AuditPage; older: LogProps['older'] }) {
  const texts = t().log;
  const [more, setMore] = useState<readonly AuditPage[]>([]);
  const pages = [first, ...more];
  const before = pages.at(-1)!.before;
  if (first.entries.length === 0) return <Empty title={texts.empty} />;
  return (
    <div class="stack">
      <Table
        label={texts.title}
        rows={pages.flatMap((page) => page.entries)}
        keyOf={({ id }) => id}
        isNameless
        columns={[
          [texts.time, ({ time }) => <Moment time={time} />],
          [texts.what, (entry) => <What entry={entry} />],
          [texts.who, who, 'wide'],
          [texts.from, ({ address }) => <span class="mono small">{address}</span>, 'wide'],
        ]}
      />
      {before !== null && (
        <Button onPress={async () => setMore([...more, await older(before)])}>{texts.older}</Button>
      )}
    </div>
  );
}

function What({ entry }: { entry: AuditEntry }) {
  return (
    <>
      {t().auditActions[entry.action] ?? entry.action}
      {entry.target_name !== null && <b> {entry.target_name}</b>}
      <span class="sub">{detailsOf(entry)}</span>
      <span class="sub slim-only">{who(entry)}</span>
    </>
  );
}

function who({ account_name, account_id, actor }: AuditEntry): string {
  const texts = t().log;
  return actor ?? account_name ?? (account_id === null ? texts.command : texts.gone);
}

/** Returns the new value together with the previous value, which is stored in a separate field. */
function detailsOf({ details }: AuditEntry): string {
  const fields = [...new Set(Object.keys(details).map((field) => field.replace(/_before$/, '')))];
  return fields
    .map((field) => {
      const [before, now] = [details[`${field}_before`], details[field]].map((value) => said(field, value));
      if (before === undefined && now === undefined) return null;
      const change = before === undefined ? now : `${before} → ${now ?? '–'}`;
      return `${t().auditDetails[field] ?? field}: ${change}`;
    })
    .filter((text) => text !== null)
    .join(' · ');
}

function said(field: string, value: AuditEntry['details'][string] | undefined): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (field === 'role' && isRole(value)) return t().roles[value];
  if (typeof value === 'boolean') return value ? '✓' : '–';
  return String(value);
}

function isRole(value: unknown): value is Role {
  return typeof value === 'string' && value in t().roles;
}
