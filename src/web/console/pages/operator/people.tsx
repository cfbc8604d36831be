import { useState } from 'preact/hooks';
import type { OperatorAccount } from '../../../../console/api/operator-contract.js';
import { useAnswer } from '../../api/answers.js';
import { ask } from '../../api/ask.js';
import { Button, RowButton } from '../../parts/button.js';
import { Confirm } from '../../parts/dialog.js';
import { languageOf, textOf } from '../../parts/form.js';
import { Loaded } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { Ago } from '../../parts/time.js';
import { account, session } from '../../state/session.js';
import { say } from '../../state/toasts.js';
import { t } from '../../text/texts.js';
import { Invitations, LinkToPassOn } from '../invitations.js';
import { SearchForm } from './search-form.js';
import { UnsentLinks } from './unsent-links.js';

export function PeoplePage() {
  const texts = t().operator;
  const [text, setText] = useState('');
  const people = useAnswer('GET /api/operator/accounts', { query: { text } });
  return (
    <Page title={texts.people} lead={texts.peopleLead}>
      <div class="stack-l">
        {session.value?.has_mail === false && <UnsentLinks />}
        <div>
          <SearchForm onSearch={setText} />
          <Loaded from={people}>
            {(list) =>
              list.length === 0 ? (
                <p class="muted">{texts.noMatch}</p>
              ) : (
                <PeopleTable list={list} reload={people.reload} />
              )
            }
          </Loaded>
        </div>
        <Invite />
      </div>
    </Page>
  );
}

type Change = { is_operator?: boolean; closed?: boolean };

function PeopleTable({ list, reload }: { list: readonly OperatorAccount[]; reload: () => Promise<void> }) {
  const texts = t().operator;
  const [open, setOpen] = useState<string | null>(null);
  const [closing, setClosing] = useState<OperatorAccount | null>(null);
  const [link, setLink] = useState<{ email: string; link: string } | null>(null);
  const change = async (person: OperatorAccount, body: Change): Promise<void> => {
    await ask('PATCH /api/operator/accounts/:account', { path: { account: person.id }, body });
    await reload();
    say(t().common.saved);
  };
  const makeLink = async (person: OperatorAccount): Promise<void> => {
    const path = { account: person.id };
    const made = await ask('POST /api/operator/accounts/:account/reset-link', { path, body: {} });
    setLink({ email: person.email, link: made.link });
  };
  return (
    <div class="stack">
      {link !== null && <LinkToPassOn {...link} text={texts.resetLinkText(link.email)} />}
      <Table
        label={texts.people}
        rows={list}
        keyOf={({ id }) => id}
        columns={[
          [t().members.person, (person) => <Who person={person} />],
          [texts.organisation, (person) => <Organisations person={person} />, 'wide'],
          [
            texts.lastSeen,
            ({ last_seen_at }) => (last_seen_at === null ? '–' : <Ago time={last_seen_at} />),
            'wide',
          ],
          [
            t().common.actions,
            ({ id, name }) => (
              <RowButton
                text={texts.manageShort}
                of={name}
                expanded={open === id}
                onPress={() => setOpen(open === id ? null : id)}
              />
            ),
            'unseen',
          ],
        ]}
        opened={(person) =>
          open === person.id && (
            <Actions person={person} onChange={change} onClose={setClosing} onLink={makeLink} />
          )
        }
      />
      {closing !== null && (
        <Confirm
          title={texts.confirmClose(closing.name)}
          confirm={texts.closeAccount}
          danger
          onClose={() => setClosing(null)}
          onConfirm={() => change(closing, { closed: true })}
        >
          <p>{texts.confirmCloseText}</p>
        </Confirm>
      )}
    </div>
  );
}

function Who({ person }: { person: OperatorAccount }) {
  const texts = t().operator;
  return (
    <>
      {person.name} {person.is_operator && <span class="badge accent">{texts.operatorBadge}</span>}{' '}
      {person.closed_at !== null && <span class="badge bad">{texts.closedBadge}</span>}{' '}
      {!person.email_verified && <span class="badge warn">{texts.unverified}</span>}
      <span class="sub">{person.email}</span>
    </>
  );
}

function Organisations({ person }: { person: OperatorAccount }) {
  return person.organisations.map(({ id, name }) => (
    <div key={id}>
      <a href={`/organisations/${id}/members`}>{name}</a>
    </div>
  ));
}

interface ActionsProps {
  person: OperatorAccount;
  onChange: (person: OperatorAccount, change: Change) => Promise<void>;
  onClose: (person: OperatorAccount) => void;
  onLink: (person: OperatorAccount) => Promise<void>;
}

function Actions({ person, onChange, onClose, onLink }: ActionsProps) {
  const texts = t().operator;
  const isMe = person.id === account.value?.id;
  return (
    <div class="row">
      <Button slim onPress={() => onChange(person, { is_operator: !person.is_operator })}>
        {person.is_operator ? texts.takeOperator : texts.makeOperator}
      </Button>
      <Button slim onPress={() => onLink(person)}>
        {texts.resetLink}
      </Button>
      {!isMe &&
        (person.closed_at === null ? (
          <Button slim onPress={() => onClose(person)}>
            {texts.closeAccount}
          </Button>
        ) : (
          <Button slim onPress={() => onChange(person, { closed: false })}>
            {texts.openAccount}
          </Button>
        ))}
    </div>
  );
}

/** Invites a person who will have an organisation of their own. */
function Invite() {
  const texts = t().operator;
  const invitations = useAnswer('GET /api/operator/invitations', {});
  return (
    <Invitations
      {...{ title: texts.invite, lead: texts.inviteLead, invitations }}
      invite={(data) =>
        ask('POST /api/operator/invitations', {
          body: { email: textOf(data, 'email'), language: languageOf(data) },
        })
      }
      withdraw={(invitation) =>
        ask('DELETE /api/operator/invitations/:invitation', { path: { invitation }, body: {} })
      }
    />
  );
}
