import type { DataState, ServiceState } from '../../../../console/api/service-state.js';
import { CopyButton } from '../../parts/button.js';
import { Facts, type Fact } from '../../parts/facts.js';
import { Notice } from '../../parts/notice.js';
import { Section } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { Ago } from '../../parts/time.js';
import { bytes, date, percent } from '../../text/format.js';
import { t } from '../../text/texts.js';

/** Below this much free space, a warning appears: importing a country needs a few hundred megabytes. */
const LITTLE = { share: 0.1, bytes: 2e9 };

/** Shows the datasets, the source of new datasets, and the disks. */
export function DataSections({ state: { data } }: { state: ServiceState }) {
  const texts = t().health;
  if (data === null)
    return (
      <Section title={texts.datasets}>
        <Notice kind="bad">{texts.unreadable}</Notice>
      </Section>
    );
  return (
    <>
      <Section title={texts.datasets}>
        <div class="stack">
          {data.changing !== null && (
            <Notice>
              {texts.changing} <code>{data.changing.doing}</code> · <Ago time={data.changing.since} />
            </Notice>
          )}
          <Datasets data={data} />
        </div>
      </Section>
      <NewData data={data} />
      <Section title={texts.disks}>
        <Facts facts={data.disks.map(diskFact)} />
      </Section>
    </>
  );
}

function Datasets({ data: { datasets, served_since, source_url } }: { data: DataState }) {
  const texts = t().health;
  if (datasets.length === 0) return <p class="muted">{texts.none}</p>;
  return (
    <Table
      label={texts.datasets}
      rows={datasets}
      keyOf={({ file }) => file}
      columns={[
        [
          texts.number,
          (dataset) => (
            <>
              {dataset.number ?? dataset.file}{' '}
              {dataset.is_served && <span class="badge good">{texts.served}</span>}
              {dataset.is_served && served_since !== null && (
                <span class="sub">
                  {texts.since} <Ago time={served_since} />
                </span>
              )}
            </>
          ),
        ],
        ...(source_url === null
          ? []
          : [[texts.edition, ({ edition }: DataState['datasets'][number]) => edition ?? '–'] as const]),
        [
          texts.sources,
          ({ sources, data_from, imported_at, bytes: size }) => (
            <>
              {sources?.join(', ') ?? texts.unknownSources}
              {data_from !== null && (
                <span class="sub">
                  {texts.dataFrom} {date(data_from)}
                </span>
              )}
              {imported_at !== null && (
                <span class="sub slim-only">
                  {texts.imported}: <Ago time={imported_at} />
                </span>
              )}
              {size !== null && <span class="sub slim-only">{bytes(size)}</span>}
            </>
          ),
        ],
        [
          texts.imported,
          ({ imported_at }) => (imported_at === null ? '–' : <Ago time={imported_at} />),
          'wide',
        ],
        [texts.size, (dataset) => (dataset.bytes === null ? '–' : bytes(dataset.bytes)), 'wide end'],
      ]}
    />
  );
}

/**
 * Explains how to import. Imports run on the machine that has the datasets
 * (docs/decisions/0037-imports-from-a-shell.md).
 */
function NewData({ data: { import_command, source_url } }: { data: DataState }) {
  const texts = t().health;
  if (import_command === null)
    return (
      <Section title={texts.newData} lead={texts.byUrl}>
        <code>{source_url}</code>
      </Section>
    );
  return (
    <Section title={texts.newData} lead={texts.byCommand}>
      <div class="code">
        <div class="code-head">
          <span />
          <CopyButton text={import_command} />
        </div>
        <pre tabIndex={0} role="region" aria-label={texts.command}>
          <code>{import_command}</code>
        </pre>
      </div>
    </Section>
  );
}

function diskFact({ of, free_bytes, total_bytes }: DataState['disks'][number]): Fact {
  const texts = t().health;
  const share = free_bytes / total_bytes;
  const isLittle = share < LITTLE.share && free_bytes < LITTLE.bytes;
  return [
    texts.disk[of],
    <>
      {texts.free(bytes(free_bytes), percent(share))}{' '}
      {isLittle && <span class="badge warn">{texts.little}</span>}
    </>,
  ];
}
