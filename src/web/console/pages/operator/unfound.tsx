import { useAnswer } from '../../api/answers.js';
import { Empty, Loaded } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { number } from '../../text/format.js';
import { t } from '../../text/texts.js';

/** Shows searches that many people made without getting results. */
export function UnfoundPage() {
  const texts = t().operator;
  const searches = useAnswer('GET /api/operator/unfound', {});
  return (
    <Page title={texts.unfound} lead={texts.unfoundLead}>
      <Loaded from={searches}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={texts.unfoundNone} />
          ) : (
            <Table
              label={texts.unfound}
              rows={list}
              keyOf={({ text }) => text}
              columns={[
                [texts.unfoundText, ({ text }) => text],
                [t().usage.requests, ({ requests }) => number(requests), 'end'],
                [texts.unfoundAskers, ({ askers }) => number(askers), 'end'],
                [texts.unfoundLast, ({ last }) => last, 'wide'],
              ]}
            />
          )
        }
      </Loaded>
    </Page>
  );
}
