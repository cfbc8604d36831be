import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useCopy } from '../../shared/use-copy.js';
import { failureOf } from '../api/ask.js';
import { t } from '../text/texts.js';
import { say } from '../state/toasts.js';
import { failureText } from './failure.js';

interface ButtonLook {
  /** `main`: the page's main action. `danger`: removes data. */
  kind?: 'main' | 'danger' | 'danger main' | 'bare';
  slim?: boolean;
  wide?: boolean;
  label?: string;
  children: ComponentChildren;
}

const lookOf = ({ kind, slim, wide }: ButtonLook): string =>
  ['button', kind, slim && 'slim', wide && 'whole'].filter(Boolean).join(' ');

/**
 * A button that starts an action. While the action runs, the button keeps the focus but does not start it
 * again.
 */
export function Button(props: ButtonLook & { onPress: () => unknown; busy?: boolean; expanded?: boolean }) {
  const [isBusy, setBusy] = useState(false);
  const waits = isBusy || props.busy === true;
  const press = async (): Promise<void> => {
    if (waits) return;
    const result = props.onPress();
    if (!(result instanceof Promise)) return;
    setBusy(true);
    try {
      await result;
    } catch (error) {
      say(failureText(failureOf(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      class={lookOf(props)}
      aria-label={props.label}
      aria-disabled={waits}
      aria-expanded={props.expanded}
      onClick={() => void press()}
    >
      {props.children}
    </button>
  );
}

/** A small button in a row. Its accessible name includes the row's name. */
export function RowButton(props: { text: string; of: string; expanded?: boolean; onPress: () => unknown }) {
  const { text, of, ...rest } = props;
  return (
    <Button slim kind="bare" label={`${text}: ${of}`} {...rest}>
      {text}
    </Button>
  );
}

/** A button that submits its form. */
export function SubmitButton(props: ButtonLook & { busy: boolean }) {
  return (
    <button type="submit" class={lookOf(props)} aria-disabled={props.busy}>
      {props.children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink(props: ButtonLook & { href: string }) {
  return (
    <a class={lookOf(props)} href={props.href} aria-label={props.label}>
      {props.children}
    </a>
  );
}

interface CopyProps {
  text: string;
  label?: string;
  kind?: 'main';
  onCopied?: () => void;
}

export function CopyButton({ text, label, kind, onCopied }: CopyProps) {
  const { isCopied, copy } = useCopy(text);
  const press = async (): Promise<void> => {
    const isDone = await copy();
    if (isDone) onCopied?.();
    say(isDone ? t().common.copied : t().common.copyFailed);
  };
  return (
    <Button slim={kind === undefined} onPress={press} {...(kind && { kind })}>
      {isCopied ? t().common.copied : (label ?? t().common.copy)}
    </Button>
  );
}

/** A link to another site, which opens in a new tab. */
export function OutLink({ href, text, look }: { href: string; text: string; look?: string }) {
  return (
    <a class={look} href={href} target="_blank" rel="noreferrer">
      {text} <span class="unseen">{t().common.opensElsewhere}</span>
    </a>
  );
}

/** Goes back without changing anything. */
export function CancelLink({ href }: { href: string }) {
  return (
    <ButtonLink kind="bare" href={href}>
      {t().common.cancel}
    </ButtonLink>
  );
}
