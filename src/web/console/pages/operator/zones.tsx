import type { Position } from '../../../../geo/position.js';
import { useState } from 'preact/hooks';
import type { ClosureState } from '../../../../console/api/closure-data.js';
import type { ZoneState } from '../../../../console/api/zone-data.js';
import { useAnswer } from '../../api/answers.js';
import { ask } from '../../api/ask.js';
import { RoadMap } from '../../map/road-map.js';
import { RowButton } from '../../parts/button.js';
import { Confirm } from '../../parts/dialog.js';
import { Field, Form, SelectField, textOf } from '../../parts/form.js';
import { Loaded, Notice } from '../../parts/notice.js';
import { Page, Section } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { session } from '../../state/session.js';
import { say } from '../../state/toasts.js';
import { t } from '../../text/texts.js';
import { Corners } from './closures.js';

/** Shows zones. Users add a zone by clicking its corners on the map. */
export function ZonesPage() {
  const texts = t().zones;
  const zones = useAnswer('GET /api/operator/zones', {});
  const [corners, setCorners] = useState<readonly Position[]>([]);
  const add = async (data: FormData): Promise<void> => {
    const kinds = textOf(data, 'closed_for').split(/[\s,;]+/);
    await ask('POST /api/operator/zones', {
      body: {
        ...{ name: textOf(data, 'name'), closed_for: kinds.filter((kind) => kind !== '') },
        ...{ hours: textOf(data, 'hours') || null, date: textOf(data, 'date') || null },
        ends: textOf(data, 'ends') === 'allowed' ? 'allowed' : 'closed',
        ...{ source: textOf(data, 'source'), area: corners as Position[] },
      },
    });
    setCorners([]);
    await zones.reload();
    say(texts.added);
  };
  return (
    <Page title={texts.title} lead={texts.lead}>
      <div class="stack-l">
        <Section title={texts.add} lead={texts.draw}>
          <div class="stack">
            {session.value?.map_url == null ? (
              <Notice kind="warn">{texts.noPicture}</Notice>
            ) : (
              <RoadMap
                label={texts.map}
                shown={{ closures: (zones.answer ?? []).map(drawn), chosen: [], corners }}
                onClick={([lon, lat]) => setCorners([...corners, [lon, lat]])}
              />
            )}
            <Corners corners={corners} onChange={setCorners} />
            {corners.length > 2 && (
              <div class="road-form">
                <Form onSubmit={add} submit={texts.add}>
                  <Fields />
                </Form>
              </div>
            )}
          </div>
        </Section>
        <Section title={texts.list}>
          <Loaded from={zones}>{(list) => <ZoneList zones={list} onChange={zones.reload} />}</Loaded>
        </Section>
      </div>
    </Page>
  );
}

function Fields() {
  const texts = t().zones;
  return (
    <>
      <Field name="name" label={texts.name} maxLength={200} />
      <Field name="closed_for" label={texts.closedFor} hint={texts.closedForHint} optional />
      <Field name="hours" label={texts.hours} hint={texts.hoursHint} maxLength={200} optional />
      <SelectField
        name="ends"
        label={texts.ends}
        value="closed"
        choices={[
          { value: 'closed', text: texts.endsClosed },
          { value: 'allowed', text: texts.endsAllowed },
        ]}
      />
      <Field name="source" label={texts.source} hint={texts.sourceHint} maxLength={500} optional />
      <Field name="date" label={texts.date} type="date" optional />
    </>
  );
}

/**
 * Returns zones in the form of closures, so that the same map can draw them. Zones that are closed to some
 * vehicles stand out.
 */
function drawn({ id, name, area, closed_for, created_at }: ZoneState): ClosureState {
  return {
    ...{ id, name, area, created_at, way: null, lines: null, mode: null, speed_factor: null },
    ...{ reason: '', from: null, until: null, state: closed_for.length > 0 ? 'in_force' : 'planned' },
  };
}

function ZoneList({ zones, onChange }: { zones: readonly ZoneState[]; onChange: () => Promise<void> }) {
  const texts = t().zones;
  const [asked, setAsked] = useState<ZoneState | null>(null);
  if (zones.length === 0) return <p class="muted">{texts.none}</p>;
  return (
    <>
      <Table
        label={texts.list}
        rows={zones}
        keyOf={({ id }) => id}
        columns={[
          [
            texts.name,
            ({ name, area, ways, closed_for, hours, source }) => (
              <>
                {name}
                {area === null && <span class="sub">{texts.ways(ways)}</span>}
                <span class="sub slim-only">{[...closed_for, hours ?? ''].join(' ')}</span>
                {source !== '' && <span class="sub">{source}</span>}
              </>
            ),
          ],
          [texts.closedFor, ({ closed_for }) => closed_for.join(', ') || '–', 'wide'],
          [
            texts.hours,
            ({ closed_for, hours }) => (closed_for.length === 0 ? '–' : (hours ?? texts.always)),
            'wide',
          ],
          [
            t().common.actions,
            (zone) => <RowButton text={t().common.remove} of={zone.name} onPress={() => setAsked(zone)} />,
            'unseen',
          ],
        ]}
      />
      {asked !== null && (
        <Confirm
          title={texts.removeConfirm(asked.name)}
          confirm={t().common.remove}
          danger
          onClose={() => setAsked(null)}
          onConfirm={async () => {
            await ask('DELETE /api/operator/zones/:zone', { path: { zone: String(asked.id) }, body: {} });
            await onChange();
            say(texts.removed);
          }}
        >
          <p class="lead">{texts.removeText}</p>
        </Confirm>
      )}
    </>
  );
}
