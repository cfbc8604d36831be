import { useLocation } from 'preact-iso/router';
import type { Project } from '../../../../console/api/project-data.js';
import { useAnswer } from '../../api/answers.js';
import { ask } from '../../api/ask.js';
import { CancelLink } from '../../parts/button.js';
import { Form, NameField, textOf } from '../../parts/form.js';
import { Loaded } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { say } from '../../state/toasts.js';
import { t } from '../../text/texts.js';
import { KeySettingFields, keySettingsOf } from './key-fields.js';
import { withProject } from './with-project.js';

export const EditKeyPage = withProject<{ project: string; apiKey: string }>(EditKey);

function EditKey({ project, apiKey: id }: { project: Project; apiKey: string }) {
  const texts = t();
  const { route } = useLocation();
  const key = useAnswer('GET /api/keys/:key', { path: { key: id } });
  const back = `/projects/${project.id}/keys/${id}`;
  return (
    <Page title={texts.keys.editTitle} lead={texts.keys.endpointsFixed} narrow>
      <Loaded from={key}>
        {(apiKey) => (
          <Form
            submit={texts.common.save}
            onSubmit={async (data) => {
              const body = { name: textOf(data, 'name'), ...keySettingsOf(data, apiKey) };
              key.put(await ask('PATCH /api/keys/:key', { path: { key: id }, body }));
              say(texts.common.saved);
              route(back);
            }}
            also={<CancelLink href={back} />}
          >
            <NameField label={texts.keys.name} hint={texts.keys.nameHint} value={apiKey.name} />
            <KeySettingFields project={project} apiKey={apiKey} />
          </Form>
        )}
      </Loaded>
    </Page>
  );
}
