import type { MadeInvitation } from '../../../console/api/data.js';
import { CopyButton } from '../parts/button.js';
import { Notice } from '../parts/notice.js';
import { t } from '../text/texts.js';

/** A link that could not be mailed: shown once, to pass on by hand. */
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

export function InvitationMade({ made }: { made: MadeInvitation }) {
  if (made.link !== null) return <LinkToPassOn email={made.email} link={made.link} />;
  return (
    <Notice kind="good" alert>
      {t().members.sent(made.email)}
    </Notice>
  );
}
