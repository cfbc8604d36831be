import { useAnswer } from '../../api/answers.js';
import { CopyButton } from '../../parts/button.js';
import { Loaded } from '../../parts/notice.js';
import { Section } from '../../parts/page.js';
import { relative } from '../../text/format.js';
import { t } from '../../text/texts.js';

/** Shows the links from mails that could not be sent. Renders nothing if there are none. */
export function UnsentLinks() {
  const texts = t().operator;
  const links = useAnswer('GET /api/operator/links', {});
  if (links.answer?.length === 0 && links.failure === undefined) return null;
  return (
    <Section title={texts.unsent} lead={texts.unsentLead}>
      <Loaded from={links}>
        {(list) => (
          <ul class="lines">
            {list.map(({ id, kind, email, link, created_at, expires_at }) => (
              <li key={id}>
                <span>
                  <b>{email}</b> <span class="badge">{texts.kinds[kind]}</span>
                  <span class="sub">
                    {relative(created_at)} · {texts.expires(relative(expires_at))}
                  </span>
                </span>
                {link !== null && <CopyButton text={link} label={t().common.copyLink} />}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}
