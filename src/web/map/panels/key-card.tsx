import { useState } from 'preact/hooks';
import { key, keyless, keyProblem, maskedKey, offeredKey, useKey } from '../state/key.js';
import { t } from '../text/texts.js';
import { Notice } from '../parts/notice.js';

/** Asks what to do if a link contains a key other than this tab's. */
export function OfferedKey() {
  const texts = t().key;
  const offered = offeredKey.value ?? '';
  return (
    <div class="card" role="alert">
      <h2>{texts.offered(maskedKey(offered))}</h2>
      <p class="quiet">{texts.offeredText}</p>
      <p>
        <button type="button" class="main" onClick={() => (offeredKey.value = null)}>
          {texts.keep(maskedKey(key.value))}
        </button>{' '}
        <button type="button" onClick={() => useKey(offered)}>
          {texts.take}
        </button>
      </p>
    </div>
  );
}

/** Asks for the key, once per tab. */
export function KeyCard() {
  const texts = t().key;
  const [text, setText] = useState('');
  const problem = keyProblem.value;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (text.trim() !== '') useKey(text.trim());
  };
  return (
    <form class="card key-card" onSubmit={submit}>
      <h2>{texts.title}</h2>
      {problem !== null && (
        <Notice kind="warn">{texts.problems[problem.reason ?? ''] ?? texts.problems[problem.code]}</Notice>
      )}
      <p class="quiet">{texts.text}</p>
      {keyless.value === 'needs_https' && <p class="quiet">{texts.needsHttps}</p>}
      <div class="key-row">
        <input
          type="password"
          aria-label={texts.field}
          placeholder="geo_…"
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" class="main">
          {texts.use}
        </button>
      </div>
      <p class="quiet">
        {texts.where} <Command text="npx gazarch keys create --name map --endpoints geocode,route" />
      </p>
    </form>
  );
}

/** Shows a command without a line break between the two hyphens of a flag. */
function Command({ text }: { text: string }) {
  return (
    <code>
      {text.split(' ').map((word) => (
        <>
          <span class="word">{word}</span>{' '}
        </>
      ))}
    </code>
  );
}
