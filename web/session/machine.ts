import { assign, setup, type SnapshotFrom } from 'xstate';
import type { CurrentUser } from './current-user.ts';

export type SessionEvent =
  /** There are tokens: whose they are is being asked. */
  | { readonly type: 'LOAD' }
  /** The user is known, or known anew. */
  | { readonly type: 'LOADED'; readonly user: CurrentUser }
  | { readonly type: 'FAILED' }
  /** Logged out, here or in another tab. */
  | { readonly type: 'END' }
  /** The server takes the tokens no longer. */
  | { readonly type: 'CLEAR' };

interface SessionContext {
  /** Null unless logged in: logged in means that there is an id (specification, section 3). */
  readonly user: CurrentUser | null;
}

/**
 * The session of a visitor (specification, section 4). It only says what follows what; `createSession` does what has
 * to be done. Refreshing tokens is no state of it: whoever is logged in stays so meanwhile.
 */
export const sessionMachine = setup({
  types: { context: {} as SessionContext, events: {} as SessionEvent },
  actions: {
    keepUser: assign(({ event }) => (event.type === 'LOADED' ? { user: event.user } : {})),
    resetUser: assign({ user: null }),
  },
}).createMachine({
  id: 'session',
  context: { user: null },
  initial: 'loggedOut',
  on: {
    END: { target: '.loggedOut', actions: 'resetUser' },
    CLEAR: { target: '.cleared', actions: 'resetUser' },
  },
  states: {
    loggedOut: { on: { LOAD: 'loading' } },
    loading: { on: { LOADED: { target: 'loggedIn', actions: 'keepUser' }, FAILED: 'failed' } },
    loggedIn: { on: { LOADED: { actions: 'keepUser' } } },
    failed: { on: { LOAD: 'loading', LOADED: { target: 'loggedIn', actions: 'keepUser' } } },
    cleared: { on: { LOAD: 'loading' } },
  },
});

export type SessionState = SnapshotFrom<typeof sessionMachine>['value'];
