import { useState } from 'preact/hooks';
import type { Asked } from '../ask/ask.js';
import { SnippetChoice } from '../../shared/snippet-choice.js';
import { snippetOf, type Snippet } from '../../shared/snippets.js';
import { isDeveloper } from '../state/developer.js';
import { key, maskedKey } from '../state/key.js';
import { milliseconds } from '../text/format.js';
import { t } from '../text/texts.js';
import { CopyButton } from './copy-button.js';
import { Unfold } from './unfold.js';

/** Shows the request behind the page's answer as code to copy, followed by the response. */
export function RequestBox({ asked }: { asked: Asked<unknown> }) {
  if (!isDeveloper.value) return null;
  return <Unfold title={t().request.title}>{() => <Both asked={asked} />}</Unfold>;
}

function Both({ asked }: { asked: Asked<unknown> }) {
  const texts = t().request;
  const [language, setLanguage] = useState<Snippet>('curl');
  const { path, query } = asked.request;
  const url = `${location.origin}${path}`;
  const code = (secret: string): string => snippetOf(language, { url, query, secret });
  const body = readable(asked.answer ?? { error: asked.failure });
  return (
    <>
      <div class="code-head">
        <SnippetChoice legend={texts.language} value={language} onChoose={setLanguage} />
        <CopyButton text={code(key.value === '' ? maskedKey('') : key.value)} />
      </div>
      <pre tabIndex={0} role="region" aria-label={texts.code}>
        <code>{code(maskedKey(key.value))}</code>
      </pre>
      <p class="quiet">{texts.copyKey}</p>
      <div class="code-head">
        <p>
          <strong class={`badge ${asked.status === 200 ? 'good' : 'bad'}`}>{asked.status}</strong>{' '}
          {texts.took(milliseconds(asked.took_ms))}
          {asked.remaining !== null && <span class="quiet"> · {texts.remaining(asked.remaining)}</span>}
        </p>
        <CopyButton text={body} />
      </div>
      <pre class="tall" tabIndex={0} role="region" aria-label={texts.answer}>
        <code>{body}</code>
      </pre>
    </>
  );
}

/** Formats JSON with one position per line, because a route has thousands. */
function readable(body: unknown): string {
  return JSON.stringify(body, null, 2).replace(/\[\s+(-?[\d.]+),\s+(-?[\d.]+)\s+\]/g, '[$1, $2]');
}
