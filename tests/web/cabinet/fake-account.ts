import { useSyncExternalStore } from 'react';
import { vi } from 'vitest';
import type * as real from '../../../web/session/account.ts';
import { ApiProblem } from '../../../web/session/api-client.ts';

/**
 * Stands for `web/session/account.ts`: pages get a user that a test sets, and each call does what the test says.
 *
 *     vi.mock('../../../web/session/account.ts', () => import('./fake-account.ts'));
 */

export const ana: real.CurrentUser = {
  id: '7e0c5f3a-9a56-4f0a-8f6e-2f0d3f6f1a11',
  email: 'ana@example.com',
  firstName: 'Ana',
  language: 'en',
  emailVerified: true,
  accessTo: new Date('2999-01-01T00:00:00Z'),
  topic: null,
  emailSubscribed: true,
  unsubscribeId: '5a3c',
  role: 'member',
  pastDue: false,
};

let user: real.CurrentUser | null = null;
const listeners = new Set<() => void>();

/** Who is logged in from now on. */
export function setUser(next: real.CurrentUser | null): void {
  user = next;
  for (const listener of listeners) listener();
}

/** Changes fields of the user who is logged in. */
export function changeUser(fields: Partial<real.CurrentUser>): void {
  if (user) setUser({ ...user, ...fields });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useUser: typeof real.useUser = () => useSyncExternalStore(subscribe, () => user);

/** Every call does nothing and succeeds, until a test says otherwise. */
export const account = {
  logOut: vi.fn(async () => true),
  startReset: vi.fn(async (_email: string) => {}),
  changeEmail: vi.fn(async (_fields: Parameters<typeof real.account.changeEmail>[0]) => {}),
  changePassword: vi.fn(async (_fields: Parameters<typeof real.account.changePassword>[0]) => {}),
  listLogins: vi.fn(async (): Promise<readonly real.Login[]> => []),
  endLogin: vi.fn(async (_id: string | null) => {}),
  sendVerification: vi.fn(async () => {}),
  updateMe: vi.fn(async (fields: Parameters<typeof real.account.updateMe>[0]) => changeUser(fields)),
  removeAccount: vi.fn(async (_password: string) => {}),
  downloadData: vi.fn(async () => new Blob(['{}'], { type: 'application/json' })),
  unsubscribe: vi.fn(async () => changeUser({ emailSubscribed: false })),
} satisfies Partial<typeof real.account>;

/** A call that answers when the test wants it to. */
export function pending(): { readonly promise: Promise<void>; readonly succeed: () => void } {
  const answer = new EventTarget();
  const promise = new Promise<void>((resolve) => answer.addEventListener('success', () => resolve()));
  return { promise, succeed: () => void answer.dispatchEvent(new Event('success')) };
}

export const outage = new ApiProblem(503, { detail: 'We are back in a minute.', code: 'unavailable' });
