import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Key, KeyWithSecret, Project } from '../../../../console/api/project-data.js';
import { useAnswer } from '../../api/answers.js';
import { ask } from '../../api/ask.js';
import { Button, ButtonLink } from '../../parts/button.js';
import { Confirm } from '../../parts/dialog.js';
import { Facts, type Fact } from '../../parts/facts.js';
import { Checks, textOf } from '../../parts/form.js';
import { Loaded, Notice } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { Ago } from '../../parts/time.js';
import { mayChange } from '../../state/roles.js';
import { lastSecret, session } from '../../state/session.js';
import { say } from '../../state/toasts.js';
import { dateTime, number, relative } from '../../text/format.js';
import { t } from '../../text/texts.js';
import { QuotaMeter } from '../quota-meter.js';
import { endpointNames, StatusBadge } from './keys.js';
import { ShownOnce } from './shown-once.js';
import { withProject } from './with-project.js';

export const KeyPage = withProject<{ project: string; apiKey: string }>(KeyView);

function KeyView({ project, apiKey: id }: { project: Project; apiKey: string }) {
  const key = useAnswer('GET /api/keys/:key', { path: { key: id } });
  const [made, setMade] = useState<KeyWithSecret | undefined>(undefined);
  if (made !== undefined)
    return <ShownOnce made={made} title={t().keys.rotated} onDone={() => setMade(undefined)} />;
  if (key.answer === undefined)
    return (
      <main id="content">
        <Loaded from={key}>{() => null}</Loaded>
      </main>
    );
  return <KeyFacts project={project} apiKey={key.answer} onChanged={key.put} onRotated={setMade} />;
}

interface KeyFactsProps {
  project: Project;
  apiKey: Key;
  onChanged: (key: Key) => void;
  onRotated: (made: KeyWithSecret) => void;
}

function KeyFacts({ project, apiKey, onChanged, onRotated }: KeyFactsProps) {
  const texts = t().keys;
  const [asks, setAsks] = useState<'rotate' | 'revoke' | null>(null);
  const base = `/projects/${project.id}`;

  const rotate = async (data: FormData): Promise<void> => {
    const body = { grace_s: Number(textOf(data, 'grace').slice(1)) };
    const made = await ask('POST /api/keys/:key/rotate', { path: { key: apiKey.id }, body });
    lastSecret.value = { projectId: project.id, secret: made.secret };
    onChanged(made.key);
    onRotated(made);
  };
  const revoke = async (): Promise<void> => {
    onChanged(await ask('POST /api/keys/:key/revoke', { path: { key: apiKey.id }, body: {} }));
    say(texts.revoked);
  };
  const canChange = apiKey.status === 'active' && mayChange(project.role);
  return (
    <Page
      title={apiKey.name}
      lead={
        <span class="row">
          <StatusBadge status={apiKey.status} />
          <code>{apiKey.id}</code>
        </span>
      }
      actions={
        canChange && (
          <>
            <ButtonLink href={`${base}/keys/${apiKey.id}/edit`}>{t().common.edit}</ButtonLink>
            <Button onPress={() => setAsks('rotate')}>{texts.rotate}</Button>
            <Button kind="danger" onPress={() => setAsks('revoke')}>
              {texts.revoke}
            </Button>
          </>
        )
      }
    >
      <div class="stack-l">
        {apiKey.previous_expires_at !== null && (
          <Notice kind="warn">{texts.oldWorks(relative(apiKey.previous_expires_at))}</Notice>
        )}
        <FactsOfKey apiKey={apiKey} />
        <Today project={project} apiKey={apiKey} />
        <p class="row">
          <a href={`${base}/usage?key=${apiKey.id}`}>{texts.usageOf}</a>
          <a href={`${base}/errors?key=${apiKey.id}`}>{texts.errorsOf}</a>
        </p>
      </div>
      {asks !== null && (
        <Question {...{ apiKey, rotate, revoke }} asks={asks} onClose={() => setAsks(null)} />
      )}
    </Page>
  );
}

/** Shows today's requests, and this month's if there is a quota. */
function Today({ project, apiKey }: { project: Project; apiKey: Key }) {
  const texts = t();
  const usage = useAnswer('GET /api/projects/:project/usage', {
    path: { project: project.id },
    query: { period: 'today', key: apiKey.id },
  });
  return (
    <Loaded from={usage}>
      {({ quota, total, is_counted }) =>
        is_counted && (
          <div class="stack">
            <dl class="figures">
              <div>
                <dt>{`${texts.usage.requests} · ${texts.usage.periods.today}`}</dt>
                <dd>{number(total.requests)}</dd>
              </div>
              <div>
                <dt>{texts.keys.used}</dt>
                <dd>{number(quota.used)}</dd>
              </div>
            </dl>
            <QuotaMeter quota={quota} />
          </div>
        )
      }
    </Loaded>
  );
}

interface QuestionProps {
  apiKey: Key;
  asks: 'rotate' | 'revoke';
  rotate: (data: FormData) => Promise<void>;
  revoke: () => Promise<void>;
  onClose: () => void;
}

/** Asks for confirmation before a key's secret stops working. */
function Question({ apiKey, asks, rotate, revoke, onClose }: QuestionProps) {
  const texts = t().keys;
  if (asks === 'revoke')
    return (
      <Confirm
        title={texts.revokeTitle(apiKey.name)}
        confirm={texts.revoke}
        danger
        onClose={onClose}
        onConfirm={revoke}
      >
        <p>{texts.revokeText}</p>
      </Confirm>
    );
  const most_s = session.value?.limits.grace_max_s ?? 0;
  return (
    <Confirm
      title={texts.rotateTitle(apiKey.name)}
      confirm={texts.rotate}
      onClose={onClose}
      onConfirm={rotate}
    >
      <div class="stack">
        <p>{texts.rotateText}</p>
        <Checks
          type="radio"
          name="grace"
          legend={texts.rotateGrace}
          choices={GRACES.filter((grace) => Number(grace.slice(1)) <= most_s).map((value) => ({
            ...{ value, text: texts.graces[value], checked: value === 's86400' },
          }))}
        />
      </div>
    </Confirm>
  );
}

const GRACES = ['s0', 's3600', 's86400', 's604800'] as const;

function FactsOfKey({ apiKey }: { apiKey: Key }) {
  const texts = t().keys;
  const lines = (values: readonly string[], none: string): ComponentChildren =>
    values.length === 0
      ? none
      : values.map((value) => (
          <div key={value} class="mono">
            {value}
          </div>
        ));
  const maker = apiKey.created_by === null ? texts.byCommand : texts.createdBy(apiKey.created_by);
  const facts: Fact[] = [
    [texts.endpoints, endpointNames(apiKey.endpoints)],
    [texts.limit, texts.perMinute(number(apiKey.effective_rate_limit))],
    [texts.expires, apiKey.expires_at === null ? t().common.never : dateTime(apiKey.expires_at)],
    [texts.origins, lines(apiKey.allowed_origins, texts.everyPage)],
    [texts.addresses, lines(apiKey.allowed_addresses, texts.everywhere)],
    [
      texts.lastUsed,
      apiKey.last_used_at === null ? (
        texts.neverUsed
      ) : (
        <>
          <Ago time={apiKey.last_used_at} />
          {apiKey.is_unused && ` · ${texts.unused}`}
        </>
      ),
    ],
    [texts.created, `${dateTime(apiKey.created_at)} · ${maker}`],
    ...(apiKey.revoked_at === null ? [] : [[texts.revokedAt, dateTime(apiKey.revoked_at)] as const]),
  ];
  return <Facts facts={facts} />;
}
