import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ServiceState } from '../../../../console/api/service-state.js';
import { useAnswer } from '../../api/answers.js';
import { ask } from '../../api/ask.js';
import { Button } from '../../parts/button.js';
import { Facts, type Fact } from '../../parts/facts.js';
import { Loaded, Notice } from '../../parts/notice.js';
import { Page, Section } from '../../parts/page.js';
import { loadSession, session } from '../../state/session.js';
import { say } from '../../state/toasts.js';
import { dateTime, relative } from '../../text/format.js';
import { t } from '../../text/texts.js';
import { DataSections } from './data-sections.js';
import { UnsentLinks } from './unsent-links.js';

const AGAIN_MS = 10_000;

/** The operators' first page: readiness, data, mail. */
export function ServicePage() {
  const texts = t().operator;
  const service = useAnswer('GET /api/operator/service', {});
  // The page refreshes while it is open, so it shows when an import has finished.
  useEffect(() => {
    const timer = setInterval(() => void service.reload(), AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <Page title={texts.service} lead={texts.serviceLead}>
      <Loaded from={service}>
        {(state) => (
          <div class="stack-l">
            <Readiness state={state} />
            <DataSections state={state} />
            <ConsoleState state={state} />
            <SignUpState />
            <UnsentLinks />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

const KIND_OF: Record<string, string> = { ok: 'good', degraded: 'warn', fail: 'bad', unavailable: 'bad' };

function Badge({ state, text }: { state: string; text: string }) {
  return <span class={`badge ${KIND_OF[state] ?? ''}`}>{text}</span>;
}

function Readiness({ state: { readiness, sources, closures } }: { state: ServiceState }) {
  const texts = t().operator;
  if (readiness === null)
    return (
      <Section title={texts.readiness}>
        <Notice kind="bad">{texts.noAnswer}</Notice>
      </Section>
    );
  return (
    <Section title={texts.readiness}>
      <Facts
        facts={[
          [
            'API',
            <Badge state={readiness.status} text={texts.statuses[readiness.status] ?? readiness.status} />,
          ],
          ...Object.entries(readiness.checks).map(([name, state]): Fact => [
            texts.checks[name] ?? name,
            <>
              <Badge state={state} text={texts.checkStates[state] ?? state} /> {engineOf(name, sources)}
            </>,
          ]),
          [texts.closures, texts.closureCounts(closures.in_force, closures.planned)],
        ]}
      />
    </Section>
  );
}

/** Shows the engine that answers, unless the dataset does. */
function engineOf(check: string, { searches, routes }: ServiceState['sources']): ComponentChildren {
  const source = { geocoding: searches, routing: routes }[check] ?? 'embedded';
  return source === 'embedded' || source === 'none' ? null : <code>{source}</code>;
}

function ConsoleState({ state }: { state: ServiceState }) {
  const texts = t().operator;
  const { started_at, database, mail, mail_problem } = state.console;
  return (
    <Section title={texts.consoleTitle}>
      <Facts
        facts={[
          [texts.version, state.version],
          [texts.apiUrl, <code>{state.api_url}</code>],
          [texts.started, `${dateTime(started_at)} · ${relative(started_at)}`],
          [texts.database, database === 'sqlite' ? 'SQLite' : 'PostgreSQL'],
          [
            texts.mail,
            <>
              <Badge state={mail === 'failing' ? 'fail' : mail} text={texts.mails[mail]} />
              {mail_problem !== null && <p class="hint">{mail_problem}</p>}
            </>,
          ],
        ]}
      />
    </Section>
  );
}

function SignUpState() {
  const texts = t().operator;
  const isOpen = session.value?.sign_up === 'open';
  const change = async (): Promise<void> => {
    await ask('PUT /api/operator/sign-up', { body: { open: !isOpen } });
    await loadSession();
    say(texts.signUpChanged);
  };
  return (
    <Section title={texts.signUp} lead={texts.signUpLead}>
      <div class="row">
        <b>{isOpen ? texts.signUpOpen : texts.signUpClosed}</b>
        <Button slim onPress={change}>
          {isOpen ? texts.closeSignUp : texts.openSignUp}
        </Button>
      </div>
    </Section>
  );
}
