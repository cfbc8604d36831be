import { useState } from 'preact/hooks';
import type { AuditEntry, AuditPage } from '../../../console/api/operator-contract.js';
import { Button } from '../parts/button.js';
import { Empty } from '../parts/notice.js';
import { TableFrame } from '../parts/table.js';
import { Moment } from '../parts/time.js';
import { t } from '../text/texts.js';

interface AuditListProps {
  first: AuditPage;
  /** Asks for the entries before these. */
  older: (before: string) => Promise<AuditPage>;
}

/** Who did what, newest first. Older entries come when they are asked for. */
export function AuditList({ first, older }: AuditListProps) {
  const texts = t().log;
  const [more, setMore] = useState<readonly AuditPage[]>([]);
  const pages = [first, ...more];
  const entries = pages.flatMap((page) => page.entries);
  const before = pages.at(-1)!.before;
  if (entries.length === 0) return <Empty title={texts.empty} />;
  return (
    <div class="stack">
      <TableFrame
        label={texts.title}
        columns={[texts.time, texts.what, [texts.who, 'wide'], [texts.from, 'wide']]}
      >
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>
                <Moment time={entry.time} />
              </td>
              <td>
                {t().auditActions[entry.action] ?? entry.action}
                {entry.target_name !== null && <b> {entry.target_name}</b>}
                <span class="sub">{detailsOf(entry)}</span>
                <span class="sub slim-only">{who(entry)}</span>
              </td>
              <td class="wide">{who(entry)}</td>
              <td class="wide mono small">{entry.address}</td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
      {before !== null && (
        <Button onPress={async () => setMore([...more, await older(before)])}>{texts.older}</Button>
      )}
    </div>
  );
}

function who({ account_name, account_id }: AuditEntry): string {
  const texts = t().log;
  return account_name ?? (account_id === null ? texts.command : texts.gone);
}

function detailsOf({ details }: AuditEntry): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${value}`)
    .join(' · ');
}
