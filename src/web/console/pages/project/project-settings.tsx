import { useLocation } from 'preact-iso/router';
import type { Project } from '../../../../console/api/project-data.js';
import { reloadAnswer } from '../../api/answers.js';
import { ask } from '../../api/ask.js';
import { DangerButton } from '../../parts/dialog.js';
import { Facts } from '../../parts/facts.js';
import { Form, NameField, textOf } from '../../parts/form.js';
import { Page, Section } from '../../parts/page.js';
import { mayChange, mayManage } from '../../state/roles.js';
import { say } from '../../state/toasts.js';
import { dateTime, number } from '../../text/format.js';
import { t } from '../../text/texts.js';
import { withProject } from './with-project.js';

export const ProjectSettingsPage = withProject<{ project: string }>(ProjectSettings);

function ProjectSettings({ project }: { project: Project }) {
  const texts = t();
  const { route } = useLocation();
  const path = { project: project.id };
  const rename = async (data: FormData): Promise<void> => {
    await ask('PATCH /api/projects/:project', { path, body: { name: textOf(data, 'name') } });
    await reloadAnswer('GET /api/projects/:project', { path });
    say(texts.common.saved);
  };
  const archive = async (): Promise<void> => {
    await ask('DELETE /api/projects/:project', { path, body: {} });
    await reloadAnswer('GET /api/projects', {});
    say(texts.projects.archived);
    route('/');
  };
  return (
    <Page title={texts.nav.settings} narrow>
      <div class="stack-l">
        {mayChange(project.role) && (
          <Form onSubmit={rename} submit={texts.common.save}>
            <NameField label={texts.projects.name} value={project.name} />
          </Form>
        )}
        <Section title={texts.projects.limits} lead={texts.projects.setByOperator}>
          <Limits project={project} />
        </Section>
        {mayManage(project.role) && project.id !== 'default' && (
          <Section title={texts.projects.danger} lead={texts.projects.archiveText}>
            <DangerButton
              text={texts.projects.archive}
              title={texts.projects.archiveConfirm(project.name)}
              onConfirm={archive}
            >
              <p>{texts.projects.archiveText}</p>
            </DangerButton>
          </Section>
        )}
      </div>
    </Page>
  );
}

function Limits({ project }: { project: Project }) {
  const { monthly_quota, quota_refuses, created_at } = project;
  const { projects, keys } = t();
  const minute = (limit: number | null, none: string): string =>
    limit === null ? none : keys.perMinute(number(limit));
  const quota =
    monthly_quota === null ? (
      projects.quotaNone
    ) : (
      <>
        {keys.perMonth(number(monthly_quota))}
        <p class="hint">{quota_refuses ? projects.quotaRefuses : projects.quotaMails}</p>
      </>
    );
  return (
    <Facts
      facts={[
        [projects.ceiling, minute(project.rate_limit, projects.ceilingNone)],
        [projects.total, minute(project.total_rate_limit, projects.totalNone)],
        ...(project.organisation_rate_limit === null
          ? []
          : [[projects.organisationTotal, minute(project.organisation_rate_limit, '')] as [string, string]]),
        [projects.quota, quota],
        [projects.created, dateTime(created_at)],
      ]}
    />
  );
}
