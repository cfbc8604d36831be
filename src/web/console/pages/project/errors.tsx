import { useLocation } from 'preact-iso/router';
import { useState } from 'preact/hooks';
import type { Project } from '../../../../console/api/project-data.js';
import type { RefusedRequest } from '../../../../console/api/usage-data.js';
import { useAnswer } from '../../api/answers.js';
import { ask, RequestFailed } from '../../api/ask.js';
import { Breakable } from '../../parts/breakable.js';
import { Button } from '../../parts/button.js';
import { Facts, type Fact } from '../../parts/facts.js';
import { Field, Form, textOf } from '../../parts/form.js';
import { Empty, Loaded, Notice } from '../../parts/notice.js';
import { Page, Section } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { Moment } from '../../parts/time.js';
import { t } from '../../text/texts.js';
import { meaningOf } from '../meaning.js';
import { KeyChoice } from './key-choice.js';
import { endpointName } from './usage.js';
import { withProject } from './with-project.js';

export const ErrorsPage = withProject<{ project: string }>(Errors);

function Errors({ project }: { project: Project }) {
  const texts = t().errors;
  const { query, path, route } = useLocation();
  const key = query['key'] ?? '';
  const errors = useAnswer('GET /api/projects/:project/errors', {
    path: { project: project.id },
    query: { key },
  });
  return (
    <Page title={texts.title} lead={texts.lead}>
      <div class="stack-l">
        <Find />
        <div>
          <div class="filters">
            <KeyChoice
              project={project.id}
              value={key}
              onChoose={(chosen) => route(chosen === '' ? path : `${path}?key=${chosen}`, true)}
            />
          </div>
          <Loaded from={errors}>
            {({ errors: list, kept }) =>
              list.length === 0 ? (
                <Empty title={texts.emptyTitle}>
                  <p>{texts.emptyText}</p>
                </Empty>
              ) : (
                <div class="stack">
                  <ErrorTable errors={list} />
                  <p class="muted small">{texts.kept(kept)}</p>
                </div>
              )
            }
          </Loaded>
        </div>
      </div>
    </Page>
  );
}

/** Explains a single request, given its id from a log. */
function Find() {
  const texts = t().errors;
  const [found, setFound] = useState<RefusedRequest | string | undefined>(undefined);
  const find = async (data: FormData): Promise<void> => {
    const id = textOf(data, 'request_id');
    try {
      setFound(await ask('GET /api/errors/:request_id', { path: { request_id: id } }));
    } catch (error) {
      if (!RequestFailed.is(error) || error.code !== 'not_found') throw error;
      setFound(id);
    }
  };
  return (
    <div class="card stack">
      <div class="find">
        <Form onSubmit={find} submit={texts.findButton}>
          <Field
            name="request_id"
            label={texts.find}
            hint={texts.findHint}
            autocomplete="off"
            mono
            maxLength={128}
          />
        </Form>
      </div>
      <div aria-live="polite">
        {typeof found === 'string' && <Notice kind="warn">{texts.notFound(found)}</Notice>}
        {typeof found === 'object' && (
          <Section title={texts.result}>
            <Explained error={found} whole />
          </Section>
        )}
      </div>
    </div>
  );
}

function ErrorTable({ errors }: { errors: readonly RefusedRequest[] }) {
  const texts = t().errors;
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Table
      label={texts.title}
      rows={errors}
      keyOf={(error) => error.request_id}
      isNameless
      columns={[
        [texts.time, ({ time }) => <Moment time={time} />],
        [texts.error, (error) => <Code error={error} />],
        [texts.endpoint, ({ endpoint }) => endpointName(endpoint), 'wide'],
        [texts.key, (error) => error.key_name ?? texts.noKey, 'wide'],
        [
          texts.explain,
          ({ request_id: id }) => (
            <Button slim kind="bare" expanded={open === id} onPress={() => setOpen(open === id ? null : id)}>
              {texts.explain}
            </Button>
          ),
          'unseen',
        ],
      ]}
      opened={(error) => open === error.request_id && <Explained error={error} />}
    />
  );
}

function Code({ error: { status, code, reason } }: { error: RefusedRequest }) {
  return (
    <>
      <span class="badge bad">{status}</span>{' '}
      <code class="small">
        <Breakable text={reason ?? code} />
      </code>
    </>
  );
}

/** @param whole whether to repeat the content of the table row */
function Explained({ error, whole }: { error: RefusedRequest; whole?: boolean }) {
  const texts = t().errors;
  const { what, todo } = meaningOf(error.code, error.reason);
  const row: Fact[] = [
    [texts.time, <Moment time={error.time} />],
    [texts.error, <Code error={error} />],
    [texts.endpoint, endpointName(error.endpoint)],
    [texts.key, error.key_name ?? texts.noKey],
  ];
  const field: Fact[] = error.field === null ? [] : [[texts.field, <code>{error.field}</code>]];
  return (
    <Facts
      facts={[
        ...(whole === true ? row : []),
        [texts.what, what],
        [texts.todo, todo],
        ...field,
        [texts.requestId, <code>{error.request_id}</code>],
      ]}
    />
  );
}
