import { computed, signal } from '@preact/signals';
import type { Account, Session } from '../../../console/api/account-data.js';
import { ask, onSignedOut } from '../api/ask.js';
import { forgetAnswers } from '../api/answers.js';
import { suggestLanguage } from '../../shared/language.js';

/** Null until the server has answered. */
export const session = signal<Session | null>(null);

export const account = computed<Account | null>(() => session.value?.account ?? null);

/**
 * The most recently created key, which is used to try out requests. This key exists only in this tab and is
 * not stored anywhere.
 */
export const lastSecret = signal<{ projectId: string; secret: string } | null>(null);

export async function loadSession(): Promise<void> {
  takeSession(await ask('GET /api/session', {}));
}

/** Sets the session after signing in or out, and discards all data of the previous session. */
export function takeSession(next: Session): void {
  const before = session.peek()?.account?.id;
  if (before !== next.account?.id) {
    forgetAnswers();
    lastSecret.value = null;
  }
  session.value = next;
  if (next.account !== null) suggestLanguage(next.account.language);
}

export function takeAccount(changed: Account): void {
  if (session.value !== null) session.value = { ...session.value, account: changed };
}

export async function signOut(): Promise<void> {
  await ask('POST /api/sign-out', { body: {} });
  await loadSession();
}

onSignedOut(() => {
  if (session.peek()?.account) takeSession({ ...session.peek()!, account: null });
});
