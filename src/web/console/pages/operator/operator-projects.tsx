import { useState } from 'preact/hooks';
import type { OperatorProject } from '../../../../console/api/operator-contract.js';
import { useAnswer } from '../../api/answers.js';
import { ask } from '../../api/ask.js';
import { RowButton } from '../../parts/button.js';
import { Confirm } from '../../parts/dialog.js';
import { Field, numberOf } from '../../parts/form.js';
import { Loaded } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { session } from '../../state/session.js';
import { say } from '../../state/toasts.js';
import { number } from '../../text/format.js';
import { t } from '../../text/texts.js';
import { QuotaFields } from '../project/key-fields.js';
import { SearchForm } from './search-form.js';

/** Lists all projects, with the limits of their keys. */
export function OperatorProjectsPage() {
  const texts = t().operator;
  const [text, setText] = useState('');
  const projects = useAnswer('GET /api/operator/projects', { query: { text } });
  const [edited, setEdited] = useState<OperatorProject | null>(null);
  const save = async (data: FormData): Promise<void> => {
    const body = {
      rate_limit: numberOf(data, 'rate_limit'),
      total_rate_limit: numberOf(data, 'total_rate_limit'),
      monthly_quota: numberOf(data, 'monthly_quota'),
      quota_refuses: data.get('quota_refuses') !== null,
    };
    await ask('PATCH /api/operator/projects/:project', { path: { project: edited!.id }, body });
    const [{ organisation, organisation_rate_limit: before }, together] = [
      edited!,
      numberOf(data, 'organisation_rate_limit'),
    ];
    if (organisation !== null && together !== before)
      await ask('PATCH /api/operator/organisations/:organisation', {
        path: { organisation: organisation.id },
        body: { total_rate_limit: together },
      });
    await projects.reload();
    say(t().common.saved);
  };
  return (
    <Page title={texts.projects} lead={texts.projectsLead}>
      <SearchForm onSearch={setText} />
      <Loaded from={projects}>
        {(list) =>
          list.length === 0 ? (
            <p class="muted">{texts.noMatch}</p>
          ) : (
            <ProjectTable list={list} onEdit={setEdited} />
          )
        }
      </Loaded>
      {edited !== null && (
        <Confirm
          title={texts.editCeilings(edited.name)}
          confirm={t().common.save}
          onClose={() => setEdited(null)}
          onConfirm={save}
        >
          <LimitFields of={edited} />
          <QuotaFields monthly_quota={edited.monthly_quota} quota_refuses={edited.quota_refuses} />
        </Confirm>
      )}
    </Page>
  );
}

/** Limits in requests a minute: for each key, for all keys of the project, and for the whole organisation. */
function LimitFields({ of }: { of: OperatorProject }) {
  const { projects } = t();
  const fields = [
    ['rate_limit', projects.ceiling, projects.ceilingHint],
    ['total_rate_limit', projects.total, projects.totalHint],
    ...(of.organisation === null
      ? []
      : [
          [
            'organisation_rate_limit',
            projects.organisationTotal,
            projects.organisationTotalHint(of.organisation.name),
          ] as const,
        ]),
  ] as const;
  return (
    <>
      {fields.map(([name, label, hint]) => (
        <Field
          key={name}
          name={name}
          type="number"
          label={label}
          hint={hint}
          optional
          short
          min={1}
          max={session.value?.limits.rate_limit_max ?? 1_000_000}
          value={of[name]?.toString() ?? ''}
        />
      ))}
    </>
  );
}

interface TableProps {
  list: readonly OperatorProject[];
  onEdit: (project: OperatorProject) => void;
}

function ProjectTable({ list, onEdit }: TableProps) {
  const texts = t();
  const { perMinute, perMonth } = texts.keys;
  return (
    <Table
      label={texts.operator.projects}
      rows={list}
      keyOf={({ id }) => id}
      hover
      columns={[
        [
          texts.projects.name,
          ({ id, name, organisation }) => (
            <>
              <a href={`/projects/${id}/keys`}>{name}</a>
              <span class="sub">{organisation?.name ?? texts.projects.noOrganisation}</span>
            </>
          ),
        ],
        [texts.operator.activeKeys, (project) => number(project.active_keys), 'wide end'],
        [texts.operator.usedMonth, (project) => number(project.used), 'end'],
        [
          texts.operator.ceilings,
          ({ rate_limit, total_rate_limit, monthly_quota }) => (
            <>
              {rate_limit === null ? texts.projects.ceilingNone : perMinute(number(rate_limit))}
              {total_rate_limit !== null && (
                <span class="sub">{texts.projects.totalOf(perMinute(number(total_rate_limit)))}</span>
              )}
              <span class="sub">
                {monthly_quota === null ? texts.projects.quotaNone : perMonth(number(monthly_quota))}
              </span>
            </>
          ),
          'wide',
        ],
        [
          texts.common.actions,
          (project) => (
            <RowButton text={texts.common.edit} of={project.name} onPress={() => onEdit(project)} />
          ),
          'unseen',
        ],
      ]}
    />
  );
}
