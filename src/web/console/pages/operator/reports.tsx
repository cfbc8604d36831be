import { useState } from 'preact/hooks';
import type { Road } from '../../../../console/api/closure-data.js';
import type { MapReport } from '../../../../console/api/operator-contract.js';
import { useAnswer } from '../../api/answers.js';
import { ask } from '../../api/ask.js';
import { CopyButton, OutLink, RowButton } from '../../parts/button.js';
import { Confirm } from '../../parts/dialog.js';
import { Field, textOf } from '../../parts/form.js';
import { Empty, Loaded } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { Ago } from '../../parts/time.js';
import { session } from '../../state/session.js';
import { say } from '../../state/toasts.js';
import { t } from '../../text/texts.js';

/** The action about to be taken on a report. */
type Next = { report: MapReport } & ({ what: 'place' | 'done' } | { what: 'road'; road: Road });

/** Shows reports of mistakes on the map, and the actions for them. */
export function ReportsPage() {
  const texts = t().reports;
  const reports = useAnswer('GET /api/operator/reports', {});
  const [next, setNext] = useState<Next | null>(null);
  const findRoad = async (report: MapReport): Promise<void> => {
    const query = { at: `${report.longitude.toFixed(6)},${report.latitude.toFixed(6)}` };
    const [road] = await ask('GET /api/operator/roads', { query });
    if (road === undefined) say(t().closures.noRoad);
    else setNext({ report, what: 'road', road });
  };
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Loaded from={reports}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={texts.none} />
          ) : (
            <Table
              label={texts.title}
              rows={list}
              keyOf={({ id }) => id}
              columns={[
                [texts.what, (report) => <What report={report} />],
                [texts.when, ({ created_at }) => <Ago time={created_at} />, 'wide'],
                [
                  t().common.actions,
                  (report) => (
                    <>
                      <RowButton
                        text={texts.place}
                        of={report.text}
                        onPress={() => setNext({ report, what: 'place' })}
                      />
                      <RowButton text={texts.road} of={report.text} onPress={() => findRoad(report)} />
                      <RowButton
                        text={texts.done}
                        of={report.text}
                        onPress={() => setNext({ report, what: 'done' })}
                      />
                    </>
                  ),
                  'unseen',
                ],
              ]}
            />
          )
        }
      </Loaded>
      {next !== null && <Question next={next} onClose={() => setNext(null)} onDone={reports.reload} />}
    </Page>
  );
}

function What({ report }: { report: MapReport }) {
  const { kind, text, longitude, latitude, place_name, asked, own_name } = report;
  const texts = t().reports;
  const page = session.value?.map_url;
  const [lat, lon] = [latitude.toFixed(6), longitude.toFixed(6)];
  const note = `https://www.openstreetmap.org/note/new?text=${encodeURIComponent(text)}#map=18/${lat}/${lon}`;
  return (
    <>
      {text}
      <span class="sub">
        {[texts.kinds[kind], place_name ?? `${lat}, ${lon}`].join(' · ')}
        {own_name !== null && ` · ${texts.made(own_name)}`}
      </span>
      <span class="sub">
        {page != null && <OutLink href={`${page}${asked}`} text={texts.seen} />}{' '}
        <OutLink href={note} text={texts.note} /> <CopyButton text={text} />
      </span>
    </>
  );
}

function Question({
  next,
  onClose,
  onDone,
}: {
  next: Next;
  onClose: () => void;
  onDone: () => Promise<void>;
}) {
  const texts = t().reports;
  const { what, report } = next;
  const path = { report: String(report.id) };
  const act = async (data: FormData): Promise<void> => {
    if (next.what === 'road') {
      const terms = { mode: null, speed_factor: null, from: null, until: null };
      const body = { ways: [next.road.way], reason: textOf(data, 'reason'), ...terms };
      await ask('POST /api/operator/closures', { body });
    } else if (what === 'place')
      await ask('POST /api/operator/reports/:report/place', { path, body: { name: textOf(data, 'name') } });
    else await ask('DELETE /api/operator/reports/:report', { path, body: {} });
    await onDone();
    say(texts.did[what]);
  };
  return (
    <Confirm
      title={next.what === 'road' ? texts.roadTitle(next.road.name ?? t().closures.nameless) : texts[what]}
      confirm={texts[what]}
      danger={what !== 'place'}
      onClose={onClose}
      onConfirm={act}
    >
      {what === 'place' && (
        <Field
          name="name"
          label={texts.name}
          value={report.place_name ?? report.text.slice(0, 200)}
          maxLength={200}
        />
      )}
      {what === 'road' && <Field name="reason" label={texts.reason} value={report.text} maxLength={500} />}
      {what === 'done' && <p class="lead">{texts.doneText}</p>}
    </Confirm>
  );
}
