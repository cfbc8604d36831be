import { useState } from 'preact/hooks';
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
  /** Asks for the entries before these. */
  older: (before: string) => Promise<AuditPage>;
  /** The same as a file. */
  file: string;
}

function LogPage({ log, older, file }: LogProps) {
  const texts = t().log;
  return (
    <Page title={texts.title} lead={texts.lead}>
      <p>
        <a href={file} download>
          {t().safety.export}
        </a>
      </p>
      <Loaded from={log}>{(first) => <AuditList first={first} older={older} />}</Loaded>
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

/** Who did what, newest first. Older entries come when they are asked for. */
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
  return account_name ?? actor ?? (account_id === null ? texts.command : texts.gone);
}

function detailsOf({ details }: AuditEntry): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${value}`)
    .join(' · ');
}
