import { useState } from 'preact/hooks';
import type { OperatorProject } from '../../../../console/api/operator-contract.js';
import { useAnswer } from '../../api/answers.js';
import { ask } from '../../api/ask.js';
import { RowButton } from '../../parts/button.js';
import { Confirm } from '../../parts/dialog.js';
import { Field, numberOf } from '../../parts/form.js';
import { Loaded } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { TableFrame } from '../../parts/table.js';
import { session } from '../../state/session.js';
import { say } from '../../state/toasts.js';
import { number } from '../../text/format.js';
import { t } from '../../text/texts.js';
import { QuotaFields } from '../project/key-fields.js';
import { SearchForm } from './search-form.js';

/** Every project, and what its keys may not exceed. */
export function OperatorProjectsPage() {
  const texts = t().operator;
  const [text, setText] = useState('');
  const projects = useAnswer('GET /api/operator/projects', { query: { text } });
  const [edited, setEdited] = useState<OperatorProject | null>(null);
  const save = async (data: FormData): Promise<void> => {
    const body = {
      rate_limit: numberOf(data, 'rate_limit'),
      monthly_quota: numberOf(data, 'monthly_quota'),
      quota_refuses: data.get('quota_refuses') !== null,
    };
    await ask('PATCH /api/operator/projects/:project', { path: { project: edited!.id }, body });
    await projects.reload();
    say(t().common.saved);
  };
  return (
    <Page title={texts.projects} lead={texts.projectsLead}>
      <SearchForm onSearch={setText} />
      <Loaded from={projects}>
        {(list) =>
          list.length === 0 ? <p class="muted">{texts.noMatch}</p> : <Table list={list} onEdit={setEdited} />
        }
      </Loaded>
      {edited !== null && (
        <Confirm
          title={texts.editCeilings(edited.name)}
          confirm={t().common.save}
          onClose={() => setEdited(null)}
          onConfirm={save}
        >
          <Field
            name="rate_limit"
            type="number"
            label={t().projects.ceiling}
            hint={t().projects.ceilingHint}
            optional
            short
            min={1}
            max={session.value?.limits.rate_limit_max ?? 1_000_000}
            value={edited.rate_limit?.toString() ?? ''}
          />
          <QuotaFields monthly_quota={edited.monthly_quota} quota_refuses={edited.quota_refuses} />
        </Confirm>
      )}
    </Page>
  );
}

interface TableProps {
  list: readonly OperatorProject[];
  onEdit: (project: OperatorProject) => void;
}

function Table({ list, onEdit }: TableProps) {
  const texts = t();
  return (
    <TableFrame
      label={texts.operator.projects}
      columns={[
        texts.projects.name,
        [texts.operator.activeKeys, 'end wide'],
        [texts.operator.usedMonth, 'end'],
        [texts.operator.ceilings, 'wide'],
        [texts.common.actions, 'unseen'],
      ]}
    >
      <tbody>
        {list.map((project) => (
          <tr key={project.id} class="hover">
            <th scope="row">
              <a href={`/projects/${project.id}/keys`}>{project.name}</a>
              <span class="sub">{project.organisation?.name ?? texts.projects.noOrganisation}</span>
            </th>
            <td class="end wide">{number(project.active_keys)}</td>
            <td class="end">{number(project.used)}</td>
            <td class="wide">
              {project.rate_limit === null
                ? texts.projects.ceilingNone
                : texts.keys.perMinute(number(project.rate_limit))}
              <span class="sub">
                {project.monthly_quota === null
                  ? texts.projects.quotaNone
                  : texts.keys.perMonth(number(project.monthly_quota))}
              </span>
            </td>
            <td class="end">
              <RowButton text={texts.common.edit} of={project.name} onPress={() => onEdit(project)} />
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
