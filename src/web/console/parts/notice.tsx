import type { ComponentChildren } from 'preact';
import type { Answered } from '../api/answers.js';
import { t } from '../text/texts.js';
import { Button } from './button.js';
import { failureText } from './failure.js';

const MARKS = { plain: null, good: '✓', warn: '!', bad: '!' } as const;

interface NoticeProps {
  kind?: keyof typeof MARKS;
  /** Whether screen readers announce the notice immediately. */
  alert?: boolean;
  wide?: boolean;
  children: ComponentChildren;
}

export function Notice({ kind = 'plain', alert, wide, children }: NoticeProps) {
  return (
    <div class={`notice ${kind} ${wide === true ? 'whole' : ''}`} role={alert === true ? 'alert' : undefined}>
      {MARKS[kind] !== null && (
        <span class="mark" aria-hidden="true">
          {MARKS[kind]}
        </span>
      )}
      <div>{children}</div>
    </div>
  );
}

/** Says that a list is empty, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/**
 * Shows data once they have arrived. Until then, says that they are loading, or why they cannot be loaded.
 */
export function Loaded<T>({
  from,
  children,
}: {
  from: Answered<T>;
  children: (answer: T) => ComponentChildren;
}) {
  if (from.answer !== undefined && from.failure?.code !== 'not_found') return <>{children(from.answer)}</>;
  if (from.failure === undefined)
    return (
      <div class="wait">
        <span class="unseen">{t().common.loading}</span>
      </div>
    );
  return (
    <Notice kind="bad" alert>
      <p>{failureText(from.failure)}</p>
      {from.failure.code !== 'not_found' && from.failure.code !== 'forbidden' && (
        <p class="row">
          <Button slim onPress={from.reload}>
            {t().common.retry}
          </Button>
        </p>
      )}
    </Notice>
  );
}
