import { useLocation } from 'preact-iso/router';
import { useState } from 'preact/hooks';
import type { Project } from '../../../../console/api/data.js';
import type { RefusedRequest } from '../../../../console/api/usage-data.js';
import { useAnswer } from '../../api/answers.js';
import { ask, RequestFailed } from '../../api/ask.js';
import { Button } from '../../parts/button.js';
import { Field, Form, SelectField, textOf } from '../../parts/form.js';
import { Empty, Loaded, Notice } from '../../parts/notice.js';
import { Page, Section } from '../../parts/page.js';
import { TableFrame } from '../../parts/table.js';
import { Moment } from '../../parts/time.js';
import { t } from '../../text/texts.js';
import { meaningOf } from '../meaning.js';
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
  const keys = useAnswer('GET /api/projects/:project/keys', { path: { project: project.id } }).answer ?? [];
  return (
    <Page title={texts.title} lead={texts.lead}>
      <div class="stack-l">
        <Find />
        <div>
          <div class="filters">
            <SelectField
              name="key"
              label={texts.key}
              value={key}
              choices={[
                { value: '', text: t().usage.allKeys },
                ...keys.map(({ id, name }) => ({ value: id, text: name })),
              ]}
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

/** Explains one request by the id that somebody copied from a log. */
function Find() {
  const texts = t().errors;
  const [found, setFound] = useState<RefusedRequest | string | undefined>(undefined);
  const find = async (data: FormData): Promise<void> => {
    const id = textOf(data, 'request_id');
    try {
      setFound(await ask('GET /api/errors/:request_id', { path: { request_id: id } }));
    } catch (error) {
      if (!(error instanceof RequestFailed) || error.code !== 'not_found') throw error;
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
    <TableFrame
      label={texts.title}
      columns={[
        texts.time,
        texts.error,
        [texts.endpoint, 'wide'],
        [texts.key, 'wide'],
        [texts.explain, 'unseen'],
      ]}
    >
      <tbody>
        {errors.map((error) => (
          <>
            <tr key={error.request_id}>
              <td>
                <Moment time={error.time} />
              </td>
              <td>
                <span class="badge bad">{error.status}</span>{' '}
                <code class="small">{error.reason ?? error.code}</code>
              </td>
              <td class="wide">{endpointName(error.endpoint)}</td>
              <td class="wide">{error.key_name ?? texts.noKey}</td>
              <td class="end">
                <Button
                  slim
                  kind="bare"
                  expanded={open === error.request_id}
                  onPress={() => setOpen(open === error.request_id ? null : error.request_id)}
                >
                  {texts.explain}
                </Button>
              </td>
            </tr>
            {open === error.request_id && (
              <tr key={`${error.request_id} explained`} class="opened">
                <td colSpan={5}>
                  <Explained error={error} />
                </td>
              </tr>
            )}
          </>
        ))}
      </tbody>
    </TableFrame>
  );
}

/** @param whole also what the row of the table says already */
function Explained({ error, whole }: { error: RefusedRequest; whole?: boolean }) {
  const texts = t().errors;
  const { what, todo } = meaningOf(error.code, error.reason);
  return (
    <dl class="facts">
      {whole === true && (
        <>
          <dt>{texts.time}</dt>
          <dd>
            <Moment time={error.time} />
          </dd>
          <dt>{texts.error}</dt>
          <dd>
            <span class="badge bad">{error.status}</span> <code>{error.reason ?? error.code}</code>
          </dd>
          <dt>{texts.endpoint}</dt>
          <dd>{endpointName(error.endpoint)}</dd>
          <dt>{texts.key}</dt>
          <dd>{error.key_name ?? texts.noKey}</dd>
        </>
      )}
      <dt>{texts.what}</dt>
      <dd>{what}</dd>
      <dt>{texts.todo}</dt>
      <dd>{todo}</dd>
      {error.field !== null && (
        <>
          <dt>{texts.field}</dt>
          <dd>
            <code>{error.field}</code>
          </dd>
        </>
      )}
      <dt>{texts.requestId}</dt>
      <dd>
        <code>{error.request_id}</code>
      </dd>
    </dl>
  );
}
