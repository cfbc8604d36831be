import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Invitation, MadeInvitation } from '../../../console/api/project-data.js';
import type { Answered } from '../api/answers.js';
import { Breakable } from '../parts/breakable.js';
import { CopyButton, RowButton } from '../parts/button.js';
import { EmailField, Form, LanguageField } from '../parts/form.js';
import { Loaded, Notice } from '../parts/notice.js';
import { Section } from '../parts/page.js';
import { Table } from '../parts/table.js';
import { Ago } from '../parts/time.js';
import { say } from '../state/toasts.js';
import { t } from '../text/texts.js';

/** Shows a link that could not be mailed, once, so that it can be passed on by hand. */
export function LinkToPassOn({ email, link, text }: { email: string; link: string; text?: string }) {
  const texts = t().members;
  return (
    <Notice kind="warn" alert>
      <p>
        <strong>{texts.passOn}</strong>
      </p>
      <p>{text ?? texts.passOnText(email)}</p>
      <div class="secret">
        <output aria-label={texts.passOn}>{link}</output>
        <CopyButton text={link} />
      </div>
    </Notice>
  );
}

interface InvitationsProps {
  title: string;
  lead?: string;
  /** Invitations that have not been accepted yet. */
  invitations: Answered<Invitation[]>;
  invite: (data: FormData) => Promise<MadeInvitation>;
  withdraw: (id: string) => Promise<unknown>;
  /** Additional fields. */
  children?: ComponentChildren;
}

/** Invites people and lists open invitations. */
export function Invitations({ title, lead, invitations, invite, withdraw, children }: InvitationsProps) {
  const texts = t().members;
  const [made, setMade] = useState<MadeInvitation | undefined>(undefined);
  const send = async (data: FormData): Promise<void> => {
    setMade(await invite(data));
    await invitations.reload();
  };
  const takeBack = async ({ id }: Invitation): Promise<void> => {
    await withdraw(id);
    await invitations.reload();
    say(texts.withdrawn);
  };
  return (
    <>
      <Section title={title} lead={lead}>
        <div class="card stack">
          <Form key={made?.id} onSubmit={send} submit={texts.send}>
            <EmailField label={texts.email} autocomplete="off" />
            {children}
            <LanguageField label={texts.language} />
          </Form>
          {made !== undefined && <InvitationMade made={made} />}
        </div>
      </Section>
      <Loaded from={invitations}>
        {(list) => list.length > 0 && <InvitationTable list={list} onWithdraw={takeBack} />}
      </Loaded>
    </>
  );
}

function InvitationMade({ made }: { made: MadeInvitation }) {
  if (made.link !== null) return <LinkToPassOn email={made.email} link={made.link} />;
  return (
    <Notice kind="good" alert>
      {t().members.sent(made.email)}
    </Notice>
  );
}

interface InvitationTableProps {
  list: readonly Invitation[];
  onWithdraw: (invitation: Invitation) => Promise<void>;
}

/** Lists invitations that have not been accepted yet. */
function InvitationTable({ list, onWithdraw }: InvitationTableProps) {
  const texts = t();
  return (
    <Section title={texts.members.open}>
      <Table
        label={texts.members.open}
        rows={list}
        keyOf={({ id }) => id}
        columns={[
          [texts.members.email, ({ email }) => <Breakable text={email} />],
          [texts.members.role, ({ role }) => (role === null ? '–' : texts.roles[role])],
          [texts.members.invitedBy, (invitation) => invitation.invited_by ?? '–', 'wide'],
          [texts.members.until, ({ expires_at }) => <Ago time={expires_at} />, 'wide'],
          [
            texts.common.actions,
            (invitation) => (
              <RowButton
                text={texts.members.withdraw}
                of={invitation.email}
                onPress={() => onWithdraw(invitation)}
              />
            ),
            'unseen',
          ],
        ]}
      />
    </Section>
  );
}
