import { useLocation } from 'preact-iso/router';
import type { Organisation } from '../../../../console/api/project-data.js';
import { reloadAnswer, useAnswer } from '../../api/answers.js';
import { ask } from '../../api/ask.js';
import { Button } from '../../parts/button.js';
import { DangerButton } from '../../parts/dialog.js';
import { Facts } from '../../parts/facts.js';
import { Form, NameField, textOf } from '../../parts/form.js';
import { Loaded } from '../../parts/notice.js';
import { Page, Section } from '../../parts/page.js';
import { mayManage } from '../../state/roles.js';
import { say } from '../../state/toasts.js';
import { dateTime } from '../../text/format.js';
import { t } from '../../text/texts.js';

export function OrganisationSettingsPage({ organisation: id }: { organisation: string }) {
  const texts = t();
  const { route } = useLocation();
  const path = { organisation: id };
  const organisation = useAnswer('GET /api/organisations/:organisation', { path });
  const rename = async (data: FormData): Promise<void> => {
    organisation.put(
      await ask('PATCH /api/organisations/:organisation', { path, body: { name: textOf(data, 'name') } }),
    );
    say(texts.common.saved);
  };
  const remove = async (): Promise<void> => {
    await ask('DELETE /api/organisations/:organisation', { path, body: {} });
    await Promise.all([reloadAnswer('GET /api/organisations', {}), reloadAnswer('GET /api/projects', {})]);
    say(texts.organisation.removed);
    route('/');
  };
  return (
    <Page title={texts.nav.settings} narrow>
      <Loaded from={organisation}>
        {(answer) => (
          <div class="stack-l">
            {mayManage(answer.role) ? (
              <Form onSubmit={rename} submit={texts.common.save}>
                <NameField label={texts.projects.organisationName} value={answer.name} />
              </Form>
            ) : (
              <Facts facts={[[texts.projects.organisationName, answer.name]]} />
            )}
            <Facts facts={[[texts.projects.created, dateTime(answer.created_at)]]} />
            {mayManage(answer.role) && <SecondFactorNeeded of={answer} onChange={organisation.put} />}
            {mayManage(answer.role) && (
              <Section title={texts.organisation.remove} lead={texts.organisation.removeText}>
                <DangerButton
                  text={texts.organisation.remove}
                  title={texts.organisation.removeConfirm(answer.name)}
                  onConfirm={remove}
                >
                  <p>{texts.organisation.removeText}</p>
                </DangerButton>
              </Section>
            )}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

/** Sets whether every member needs a second factor. */
function SecondFactorNeeded({
  of,
  onChange,
}: {
  of: Organisation;
  onChange: (changed: Organisation) => void;
}) {
  const texts = t();
  const demand = async (): Promise<void> => {
    const path = { organisation: of.id };
    const body = { needs_second_factor: !of.needs_second_factor };
    onChange(await ask('PATCH /api/organisations/:organisation', { path, body }));
    say(texts.common.saved);
  };
  return (
    <Section title={texts.safety.needsCodes} lead={texts.safety.needsCodesText}>
      <Button onPress={demand}>{of.needs_second_factor ? texts.safety.turnOff : texts.safety.turnOn}</Button>
    </Section>
  );
}
