import { useState } from 'preact/hooks';
import type { Project, TryPage as TryAnswer } from '../../../../console/api/project-data.js';
import { useAnswer } from '../../api/answers.js';
import { OutLink } from '../../parts/button.js';
import { Field } from '../../parts/form.js';
import { Choices } from '../../../shared/choices.js';
import { Loaded } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { lastSecret } from '../../state/session.js';
import { t } from '../../text/texts.js';
import { RequestBox } from '../request-box.js';
import { withProject } from './with-project.js';

export const TryPage = withProject<{ project: string }>(Try);

function Try({ project }: { project: Project }) {
  const texts = t().try;
  const page = useAnswer('GET /api/try', {});
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Loaded from={page}>{(answer) => <TryForm project={project} page={answer} />}</Loaded>
    </Page>
  );
}

/** Shows typed values in the code immediately, and sends the request when the user asks for it. */
function TryForm({ project, page }: { project: Project; page: TryAnswer }) {
  const texts = t().try;
  const known = lastSecret.value?.projectId === project.id ? lastSecret.value.secret : '';
  const [secret, setSecret] = useState(known);
  const [chosen, setChosen] = useState(page.requests[0]?.id ?? '');
  const [typed, setTyped] = useState<Record<string, Record<string, string>>>({});
  const request = page.requests.find(({ id }) => id === chosen);
  if (request === undefined) return null;
  const values = { ...request.query, ...typed[request.id] };
  const query = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  return (
    <div class="try">
      <div>
        <Field
          name="key"
          label={texts.key}
          hint={
            known !== '' && secret === known ? (
              texts.keyFromHere
            ) : (
              <>
                {texts.keyHint} <a href={`/projects/${project.id}/keys/new`}>{texts.makeKey}</a>
              </>
            )
          }
          placeholder="geo_…"
          value={known}
          autocomplete="off"
          mono
          onInput={(value) => setSecret(value.trim())}
        />
        <div class="field">
          <span class="label">{texts.request}</span>
          <Choices
            legend={texts.request}
            value={chosen}
            choices={page.requests.map(({ id }) => ({ value: id, text: texts.requests[id] ?? id }))}
            onChoose={setChosen}
          />
        </div>
        {Object.keys(request.query).map((name) => (
          <Field
            key={`${request.id} ${name}`}
            name={name}
            label={name}
            value={values[name] ?? ''}
            autocomplete="off"
            onInput={(value) => setTyped({ ...typed, [request.id]: { ...typed[request.id], [name]: value } })}
          />
        ))}
        <p class="try-links">
          {page.map_url !== null && <OutLink href={page.map_url} text={texts.map} />}
          <OutLink href={page.docs_url} text={texts.docs} />
        </p>
      </div>
      <RequestBox
        key={request.id}
        apiUrl={page.api_url}
        request={{ path: request.path, query }}
        secret={secret}
      />
    </div>
  );
}
