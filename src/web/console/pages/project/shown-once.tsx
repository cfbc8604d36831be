import { useEffect, useState } from 'preact/hooks';
import type { KeyWithSecret } from '../../../../console/api/project-data.js';
import { useAnswer } from '../../api/answers.js';
import { Button, ButtonLink, CopyButton } from '../../parts/button.js';
import { Choices } from '../../../shared/choices.js';
import { Loaded, Notice } from '../../parts/notice.js';
import { Page, Section } from '../../parts/page.js';
import { relative } from '../../text/format.js';
import { t } from '../../text/texts.js';
import { RequestBox } from '../request-box.js';

interface ShownOnceProps {
  made: KeyWithSecret;
  title: string;
  /** The URL of the next page, or a function that closes this part if it is inside a page. */
  onDone: string | (() => void);
}

/** Shows the secret, once, with a request that uses it. */
export function ShownOnce({ made, title, onDone }: ShownOnceProps) {
  const texts = t().keys;
  const page = useAnswer('GET /api/try', {});
  const [chosen, setChosen] = useState<string | null>(null);
  const [isCopied, setCopied] = useState(false);
  // The browser asks for confirmation before leaving, because a secret that was not copied is lost.
  useEffect(() => {
    if (isCopied) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isCopied]);
  return (
    <Page title={title} narrow>
      <div class="stack-l">
        <div class="card stack">
          <Notice kind="warn">{texts.shownOnceText}</Notice>
          <div class="secret">
            <output aria-label={texts.secret} onCopy={() => setCopied(true)}>
              {made.secret}
            </output>
            <CopyButton
              text={made.secret}
              label={texts.copySecret}
              kind="main"
              onCopied={() => setCopied(true)}
            />
          </div>
          {made.key.previous_expires_at !== null && (
            <p class="muted">{texts.oldWorks(relative(made.key.previous_expires_at))}</p>
          )}
        </div>
        <Section title={texts.request}>
          <Loaded from={page}>
            {({ api_url, requests }) => {
              const possible = requests.filter(({ endpoint }) => made.key.endpoints.includes(endpoint));
              const request = possible.find(({ id }) => id === chosen) ?? possible[0];
              if (request === undefined) return null;
              return (
                <div class="stack-s">
                  {possible.length > 1 && (
                    <Choices
                      legend={t().try.request}
                      value={request.id}
                      choices={possible.map(({ id }) => ({ value: id, text: t().try.requests[id] ?? id }))}
                      onChoose={setChosen}
                    />
                  )}
                  <RequestBox key={request.id} apiUrl={api_url} request={request} secret={made.secret} />
                </div>
              );
            }}
          </Loaded>
        </Section>
        <p>
          {typeof onDone === 'string' ? (
            <ButtonLink href={onDone}>{texts.done}</ButtonLink>
          ) : (
            <Button onPress={onDone}>{texts.done}</Button>
          )}
        </p>
      </div>
    </Page>
  );
}
