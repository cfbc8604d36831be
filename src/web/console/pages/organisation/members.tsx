import { useLocation } from 'preact-iso/router';
import { useState } from 'preact/hooks';
import type { MadeInvitation, Member, Organisation, Role } from '../../../../console/api/project-data.js';
import { useAnswer } from '../../api/answers.js';
import { ask, failureOf } from '../../api/ask.js';
import { Breakable } from '../../parts/breakable.js';
import { RowButton } from '../../parts/button.js';
import { Confirm } from '../../parts/dialog.js';
import { failureText } from '../../parts/failure.js';
import { Checks, languageOf, textOf } from '../../parts/form.js';
import { Loaded } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { mayManage } from '../../state/roles.js';
import { account } from '../../state/session.js';
import { say } from '../../state/toasts.js';
import { date } from '../../text/format.js';
import { t } from '../../text/texts.js';
import { Invitations } from '../invitations.js';

const ROLES: readonly Role[] = ['owner', 'member', 'viewer'];

export function MembersPage({ organisation: id }: { organisation: string }) {
  const texts = t().members;
  const path = { organisation: id };
  const organisation = useAnswer('GET /api/organisations/:organisation', { path });
  const members = useAnswer('GET /api/organisations/:organisation/members', { path });
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Loaded from={organisation}>
        {(answer) => (
          <div class="stack-l">
            <Loaded from={members}>
              {(list) => <MemberTable organisation={answer} members={list} reload={members.reload} />}
            </Loaded>
            {mayManage(answer.role) && <InviteMembers organisation={answer} />}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

interface MemberTableProps {
  organisation: Organisation;
  members: readonly Member[];
  reload: () => Promise<void>;
}

function MemberTable({ organisation, members, reload }: MemberTableProps) {
  const texts = t();
  const { route } = useLocation();
  const [leaving, setLeaving] = useState<Member | null>(null);
  const canManage = mayManage(organisation.role);
  const isMe = (member: Member): boolean => member.account_id === account.value?.id;

  const change = async (member: Member, role: Role): Promise<void> => {
    const path = { organisation: organisation.id, account: member.account_id };
    try {
      await ask('PATCH /api/organisations/:organisation/members/:account', { path, body: { role } });
      say(texts.common.saved);
    } finally {
      // If a choice is refused, the field returns to the current value.
      await reload();
    }
  };
  const remove = async (): Promise<void> => {
    const path = { organisation: organisation.id, account: leaving!.account_id };
    await ask('DELETE /api/organisations/:organisation/members/:account', { path, body: {} });
    say(texts.members.removed);
    if (isMe(leaving!)) route('/');
    else await reload();
  };
  const roleOf = (member: Member) =>
    canManage ? (
      <RoleChoice member={member} onChoose={(role) => change(member, role)} />
    ) : (
      texts.roles[member.role]
    );
  return (
    <>
      <Table
        label={texts.members.title}
        rows={members}
        keyOf={(member) => member.account_id}
        columns={[
          [
            texts.members.person,
            (member) => (
              <>
                {member.name} {isMe(member) && <span class="badge">{texts.members.you}</span>}
                <Breakable text={member.email} look="sub" />
              </>
            ),
          ],
          [texts.members.role, roleOf],
          [texts.members.since, (member) => <span class="nowrap">{date(member.joined_at)}</span>, 'wide'],
          [
            texts.common.actions,
            (member) =>
              (canManage || isMe(member)) && (
                <RowButton
                  text={isMe(member) ? texts.organisation.leave : texts.common.remove}
                  of={member.name}
                  onPress={() => setLeaving(member)}
                />
              ),
            'unseen',
          ],
        ]}
      />
      {leaving !== null && (
        <Removal
          {...{ organisation, member: leaving, isMe: isMe(leaving) }}
          onClose={() => setLeaving(null)}
          onConfirm={remove}
        />
      )}
    </>
  );
}

interface RemovalProps {
  organisation: Organisation;
  member: Member;
  isMe: boolean;
  onClose: () => void;
  onConfirm: () => Promise<void>;
}

/** Asks for confirmation before a member leaves or is removed. */
function Removal({ organisation, member, isMe, onClose, onConfirm }: RemovalProps) {
  const texts = t();
  const [title, confirm, text] = isMe
    ? [
        texts.organisation.leaveConfirm(organisation.name),
        texts.organisation.leave,
        texts.organisation.leaveText,
      ]
    : [texts.members.removeConfirm(member.name), texts.common.remove, texts.members.removeText];
  return (
    <Confirm title={title} confirm={confirm} danger onClose={onClose} onConfirm={onConfirm}>
      <p>{text}</p>
    </Confirm>
  );
}

function RoleChoice({ member, onChoose }: { member: Member; onChoose: (role: Role) => Promise<void> }) {
  const texts = t();
  const [failure, setFailure] = useState<string | null>(null);
  const choose = (select: HTMLSelectElement): void => {
    setFailure(null);
    onChoose(select.value as Role).catch((error: unknown) => {
      setFailure(failureText(failureOf(error)));
      select.value = member.role;
    });
  };
  return (
    <>
      <select
        class="input role"
        aria-label={texts.members.changeRole(member.name)}
        onChange={(event) => choose(event.currentTarget)}
      >
        {ROLES.map((role) => (
          <option key={role} value={role} selected={role === member.role}>
            {texts.roles[role]}
          </option>
        ))}
      </select>
      {failure !== null && (
        <p class="wrong" role="alert">
          {failure}
        </p>
      )}
    </>
  );
}

function InviteMembers({ organisation }: { organisation: Organisation }) {
  const texts = t();
  const path = { organisation: organisation.id };
  const invitations = useAnswer('GET /api/organisations/:organisation/invitations', { path });
  const invite = (data: FormData): Promise<MadeInvitation> => {
    const role = ROLES.find((name) => name === data.get('role')) ?? 'member';
    const body = { email: textOf(data, 'email'), role, language: languageOf(data) };
    return ask('POST /api/organisations/:organisation/invitations', { path, body });
  };
  return (
    <Invitations
      {...{ title: texts.members.inviteTitle, invitations, invite }}
      withdraw={(invitation) =>
        ask('DELETE /api/organisations/:organisation/invitations/:invitation', {
          path: { ...path, invitation },
          body: {},
        })
      }
    >
      <Checks
        type="radio"
        name="role"
        legend={texts.members.role}
        choices={ROLES.map((value) => ({
          value,
          text: texts.roles[value],
          hint: texts.roleHints[value],
          checked: value === 'member',
        }))}
      />
    </Invitations>
  );
}
