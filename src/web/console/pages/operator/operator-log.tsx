import { useAnswer } from '../../api/answers.js';
import { ask } from '../../api/ask.js';
import { Loaded } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { t } from '../../text/texts.js';
import { AuditList } from '../audit-list.js';

export function OperatorLogPage() {
  const texts = t().log;
  const log = useAnswer('GET /api/operator/audit', { query: {} });
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Loaded from={log}>
        {(first) => (
          <AuditList
            first={first}
            older={(before) => ask('GET /api/operator/audit', { query: { before } })}
          />
        )}
      </Loaded>
    </Page>
  );
}
