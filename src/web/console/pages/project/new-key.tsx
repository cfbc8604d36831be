import { useState } from 'preact/hooks';
import { ENDPOINTS, type KeyWithSecret, type Project } from '../../../../console/api/project-data.js';
import { ask, RequestFailed } from '../../api/ask.js';
import { CancelLink } from '../../parts/button.js';
import { NOTHING_CHOSEN } from '../../parts/failure.js';
import { Checks, Form, NameField, textOf } from '../../parts/form.js';
import { Page } from '../../parts/page.js';
import { lastSecret } from '../../state/session.js';
import { t } from '../../text/texts.js';
import { KeySettingFields, keySettingsOf } from './key-fields.js';
import { ShownOnce } from './shown-once.js';
import { withProject } from './with-project.js';

export const NewKeyPage = withProject<{ project: string }>(NewKey);

/** Asks for a name and two choices; everything else is collapsed. Then it shows the key, once. */
function NewKey({ project }: { project: Project }) {
  const texts = t();
  const [made, setMade] = useState<KeyWithSecret | undefined>(undefined);
  const keys = `/projects/${project.id}/keys`;
  if (made !== undefined) return <ShownOnce made={made} title={texts.keys.shownOnce} onDone={keys} />;

  const create = async (data: FormData): Promise<void> => {
    const endpoints = ENDPOINTS.filter((endpoint) => data.getAll('endpoints').includes(endpoint));
    if (endpoints.length === 0)
      throw new RequestFailed('invalid_request', { field: 'endpoints', reason: NOTHING_CHOSEN });
    const body = { name: textOf(data, 'name'), endpoints, ...keySettingsOf(data) };
    const answer = await ask('POST /api/projects/:project/keys', { path: { project: project.id }, body });
    lastSecret.value = { projectId: project.id, secret: answer.secret };
    setMade(answer);
  };
  return (
    <Page title={texts.keys.new} lead={texts.keys.newLead} narrow>
      <Form onSubmit={create} submit={texts.keys.create} also={<CancelLink href={keys} />}>
        <NameField
          label={texts.keys.name}
          hint={texts.keys.nameHint}
          placeholder={texts.keys.namePlaceholder}
          focus
        />
        <Checks
          name="endpoints"
          type="checkbox"
          legend={texts.keys.endpoints}
          choices={ENDPOINTS.map((value) => ({
            value,
            text: texts.endpoints.names[value],
            hint: texts.endpoints.hints[value],
            checked: true,
          }))}
        />
        <details class="more field">
          <summary>{texts.keys.moreSettings}</summary>
          <KeySettingFields project={project} />
        </details>
      </Form>
    </Page>
  );
}
