import { useAnswer } from '../../api/answers.js';
import { ask } from '../../api/ask.js';
import { Loaded } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { t } from '../../text/texts.js';
import { AuditList } from '../audit-list.js';

export function OrganisationLogPage({ organisation }: { organisation: string }) {
  const texts = t().log;
  const path = { organisation };
  const log = useAnswer('GET /api/organisations/:organisation/audit', { path, query: {} });
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Loaded from={log}>
        {(first) => (
          <AuditList
            first={first}
            older={(before) => ask('GET /api/organisations/:organisation/audit', { path, query: { before } })}
          />
        )}
      </Loaded>
    </Page>
  );
}
