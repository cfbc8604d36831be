import type { Organisation, Project } from '../../../console/api/project-data.js';
import { useAnswer } from '../api/answers.js';
import { ButtonLink } from '../parts/button.js';
import { Empty, Loaded } from '../parts/notice.js';
import { Page } from '../parts/page.js';
import { mayChange, mayManage } from '../state/roles.js';
import { t } from '../text/texts.js';
import { FirstProject } from './new-project.js';

/** The home page: all projects of the user's organisations. If there are none, it creates the first one. */
export function ProjectsPage() {
  const texts = t().projects;
  const organisations = useAnswer('GET /api/organisations', {});
  const projects = useAnswer('GET /api/projects', {});
  const mine = organisations.answer;
  if (mine?.length === 0 && projects.answer?.length === 0) return <FirstProject />;
  const only = mine?.length === 1 ? mine[0] : undefined;
  return (
    <Page
      title={texts.title}
      actions={
        only !== undefined &&
        mayChange(only.role) && (
          <ButtonLink kind="main" href={`/organisations/${only.id}/projects/new`}>
            {texts.new}
          </ButtonLink>
        )
      }
    >
      <Loaded from={organisations}>
        {(all) => (
          <Loaded from={projects}>
            {(list) => (
              <div class="stack-l">
                {all.map((organisation) => (
                  <OrganisationPart
                    key={organisation.id}
                    organisation={organisation}
                    projects={list.filter((project) => project.organisation?.id === organisation.id)}
                    isOnly={all.length === 1}
                  />
                ))}
                <Others projects={list.filter((p) => !all.some(({ id }) => id === p.organisation?.id))} />
                <p>
                  <a href="/organisations/new">{texts.newOrganisation}</a>
                </p>
              </div>
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

interface PartProps {
  organisation: Organisation;
  projects: readonly Project[];
  isOnly: boolean;
}

function OrganisationPart({ organisation, projects, isOnly }: PartProps) {
  const texts = t();
  const base = `/organisations/${organisation.id}`;
  const canChange = mayChange(organisation.role);
  return (
    <section>
      <div class="section-head">
        <h2>{organisation.name}</h2>
        <div class="row">
          <a href={`${base}/members`}>{texts.nav.members}</a>
          {mayManage(organisation.role) && <a href={`${base}/log`}>{texts.nav.log}</a>}
          <a href={`${base}/settings`}>{texts.nav.settings}</a>
          {!isOnly && canChange && <a href={`${base}/projects/new`}>{texts.projects.new}</a>}
        </div>
      </div>
      {projects.length === 0 ? (
        <Empty title={texts.projects.emptyTitle}>
          <p>{canChange ? texts.projects.emptyText : texts.projects.emptyViewer}</p>
          {canChange && (
            <ButtonLink kind="main" href={`${base}/projects/new`}>
              {texts.projects.new}
            </ButtonLink>
          )}
        </Empty>
      ) : (
        <ProjectTiles projects={projects} />
      )}
    </section>
  );
}

/** Lists further projects, which belong to no organisation and which operators can see. */
function Others({ projects }: { projects: readonly Project[] }) {
  if (projects.length === 0) return null;
  return (
    <section>
      <div class="section-head">
        <h2>{t().projects.noOrganisation}</h2>
      </div>
      <ProjectTiles projects={projects} />
    </section>
  );
}

function ProjectTiles({ projects }: { projects: readonly Project[] }) {
  const texts = t().projects;
  return (
    <ul class="tiles">
      {projects.map((project) => (
        <li key={project.id}>
          <a class="tile" href={`/projects/${project.id}/keys`}>
            <strong>{project.name}</strong>
            <span class="muted small">{texts.activeKeys(project.active_keys)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
