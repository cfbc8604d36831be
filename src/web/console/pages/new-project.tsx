import { useLocation } from 'preact-iso/router';
import { ask } from '../api/ask.js';
import { CancelLink } from '../parts/button.js';
import { Form, NameField, textOf } from '../parts/form.js';
import { Page } from '../parts/page.js';
import { t } from '../text/texts.js';

/**
 * The page after the first sign-in: creates an organisation and a project, then continues to the first key.
 */
export function FirstProject() {
  const texts = t().projects;
  const { route } = useLocation();
  const make = async (data: FormData): Promise<void> => {
    const organisation = await ask('POST /api/organisations', {
      body: { name: textOf(data, 'organisation') },
    });
    await makeProject(organisation.id, data, route);
  };
  return (
    <Page title={texts.welcome} lead={texts.welcomeLead} narrow>
      <Form onSubmit={make} submit={texts.create}>
        <NameField
          name="organisation"
          label={texts.organisationName}
          hint={texts.organisationHint}
          autocomplete="organization"
        />
        <ProjectNameField />
      </Form>
    </Page>
  );
}

export function NewProjectPage({ organisation }: { organisation: string }) {
  const texts = t();
  const { route } = useLocation();
  return (
    <Page title={texts.projects.new} lead={texts.projects.newLead} narrow>
      <Form
        onSubmit={(data) => makeProject(organisation, data, route)}
        submit={texts.projects.create}
        also={<CancelLink href="/" />}
      >
        <ProjectNameField focus />
      </Form>
    </Page>
  );
}

export function NewOrganisationPage() {
  const texts = t();
  const { route } = useLocation();
  const make = async (data: FormData): Promise<void> => {
    const { id } = await ask('POST /api/organisations', { body: { name: textOf(data, 'name') } });
    route(`/organisations/${id}/members`);
  };
  return (
    <Page title={texts.projects.newOrganisation} lead={texts.projects.newOrganisationLead} narrow>
      <Form onSubmit={make} submit={texts.projects.createOrganisation} also={<CancelLink href="/" />}>
        <NameField
          label={texts.projects.organisationName}
          hint={texts.projects.organisationHint}
          autocomplete="organization"
          focus
        />
      </Form>
    </Page>
  );
}

/** A new project has no keys, so the next page creates its first key. */
async function makeProject(
  organisation: string,
  data: FormData,
  route: (path: string) => void,
): Promise<void> {
  const body = { name: textOf(data, 'name') };
  const { id } = await ask('POST /api/organisations/:organisation/projects', {
    path: { organisation },
    body,
  });
  route(`/projects/${id}/keys/new`);
}

function ProjectNameField({ focus }: { focus?: boolean }) {
  const texts = t().projects;
  return <NameField label={texts.name} placeholder={texts.namePlaceholder} focus={focus} />;
}
