import { useState } from 'preact/hooks';
import type { Endpoint, Key, Project } from '../../../../console/api/project-data.js';
import { useAnswer } from '../../api/answers.js';
import { ButtonLink } from '../../parts/button.js';
import { Empty, Loaded } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { Table, type Column } from '../../parts/table.js';
import { Ago } from '../../parts/time.js';
import { mayChange } from '../../state/roles.js';
import { number } from '../../text/format.js';
import { t } from '../../text/texts.js';
import { withProject } from './with-project.js';

export const KeysPage = withProject<{ project: string }>(Keys);

function Keys({ project }: { project: Project }) {
  const texts = t().keys;
  const keys = useAnswer('GET /api/projects/:project/keys', { path: { project: project.id } });
  const canChange = mayChange(project.role);
  const newKey = (
    <ButtonLink kind="main" href={`/projects/${project.id}/keys/new`}>
      {texts.new}
    </ButtonLink>
  );
  return (
    <Page title={texts.title} actions={canChange && (keys.answer?.length ?? 0) > 0 && newKey}>
      <Loaded from={keys}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={texts.emptyTitle}>
              <p>{canChange ? texts.emptyText : texts.emptyViewer}</p>
              {canChange && newKey}
            </Empty>
          ) : (
            <KeyTable keys={list} />
          )
        }
      </Loaded>
    </Page>
  );
}

/** Active keys come first. Keys that have ended are hidden until the user wants to see them. */
function KeyTable({ keys }: { keys: readonly Key[] }) {
  const texts = t().keys;
  const [showsEnded, setShowsEnded] = useState(false);
  const active = keys.filter(({ status }) => status === 'active');
  const ended = keys.filter(({ status }) => status !== 'active');
  const shown = showsEnded ? [...active, ...ended] : active;
  const status: Column<Key> = [texts.statusTitle, (key) => <StatusBadge status={key.status} />];
  return (
    <div class="stack">
      {shown.length === 0 ? (
        <p class="muted">{texts.allEnded}</p>
      ) : (
        <Table
          label={texts.title}
          rows={shown}
          keyOf={({ id }) => id}
          hover
          columns={[
            [texts.name, (key) => <Name apiKey={key} />],
            [texts.endpointsShort, (key) => endpointNames(key.endpoints), 'wide'],
            [texts.limit, (key) => <span class="nowrap">{limitOf(key)}</span>, 'wide end'],
            [texts.lastUsed, (key) => <LastUsed apiKey={key} />],
            ...(showsEnded ? [status] : []),
          ]}
        />
      )}
      {ended.length > 0 && (
        <button
          type="button"
          class="link-button"
          aria-expanded={showsEnded}
          onClick={() => setShowsEnded(!showsEnded)}
        >
          {showsEnded ? texts.hideEnded : texts.showEnded(ended.length)}
        </button>
      )}
    </div>
  );
}

function limitOf(apiKey: Key): string {
  return t().keys.perMinute(number(apiKey.effective_rate_limit));
}

function Name({ apiKey }: { apiKey: Key }) {
  return (
    <>
      <a href={`/projects/${apiKey.project_id}/keys/${apiKey.id}`}>{apiKey.name}</a>
      <span class="sub mono">{apiKey.id}</span>
      <span class="sub slim-only">
        {endpointNames(apiKey.endpoints)} · {limitOf(apiKey)}
      </span>
    </>
  );
}

function LastUsed({ apiKey: { last_used_at, is_unused } }: { apiKey: Key }) {
  const texts = t().keys;
  return (
    <>
      {last_used_at === null ? <span class="muted">{texts.neverUsed}</span> : <Ago time={last_used_at} />}
      {is_unused && <span class="sub">{texts.unused}</span>}
    </>
  );
}

export function StatusBadge({ status }: { status: Key['status'] }) {
  const kind = { active: 'good', expired: 'warn', revoked: 'bad' }[status];
  return <span class={`badge ${kind}`}>{t().keys.status[status]}</span>;
}

export function endpointNames(endpoints: readonly Endpoint[]): string {
  return endpoints.map((endpoint) => t().endpoints.names[endpoint]).join(', ');
}
