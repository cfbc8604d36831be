import { useState } from 'preact/hooks';
import type { UsagePeriod } from '../../../../console/api/usage-data.js';
import { useAnswer } from '../../api/answers.js';
import { Empty, Loaded } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { number, percent } from '../../text/format.js';
import { t } from '../../text/texts.js';
import { PeriodChoice } from '../period-choice.js';

export function BusiestPage() {
  const texts = t();
  const [period, setPeriod] = useState<UsagePeriod>('today');
  const keys = useAnswer('GET /api/operator/busiest', { query: { period } });
  return (
    <Page
      title={texts.operator.busiest}
      lead={texts.operator.busiestLead}
      actions={<PeriodChoice value={period} onChoose={setPeriod} />}
    >
      <Loaded from={keys}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={texts.usage.emptyTitle} />
          ) : (
            <Table
              label={texts.operator.busiest}
              rows={list}
              keyOf={(key) => key.key_id}
              hover
              columns={[
                [
                  texts.usage.key,
                  (key) => (
                    <>
                      <a href={`/projects/${key.project_id}/keys/${key.key_id}`}>{key.name}</a>
                      <span class="sub slim-only">{key.project_name}</span>
                    </>
                  ),
                ],
                [texts.nav.projects, (key) => key.project_name, 'wide'],
                [texts.usage.requests, (key) => number(key.requests), 'end'],
                [
                  texts.operator.failed,
                  ({ failed, requests }) => (
                    <>
                      {number(failed)}
                      <span class="sub">{percent(failed / Math.max(1, requests))}</span>
                    </>
                  ),
                  'end',
                ],
              ]}
            />
          )
        }
      </Loaded>
    </Page>
  );
}
