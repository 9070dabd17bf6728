import { type Actor, assign, createActor, setup, type SnapshotFrom } from 'xstate';
import type { BodyOf } from '../../schemas/api/call.ts';
import type { me, updateMe } from '../../schemas/api/users.ts';
import type { User } from '../../schemas/api/values.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import { type CurrentUser, toCurrentUser } from './current-user.ts';
import { createRefresh } from './refresh.ts';
import { sessionIdOf, type Tokens, type TokenStore, toTokens } from './tokens.ts';
import type { Transport } from './transport.ts';

export interface Session {
  readonly api: ApiClient;
  readonly tokens: TokenStore;
  /** What `user` and `state` come from, for React. */
  readonly actor: Actor<typeof sessionMachine>;
  readonly state: () => SessionState;
  /** Null unless logged in. The same object until something of it changes. */
  readonly user: () => CurrentUser | null;
  /** Calls back after each change of state or user, until the function it returns is called. */
  readonly onChange: (listener: () => void) => () => void;
  /** Logs in with these tokens; loads the user unless the answer held it, and rejects where that fails. */
  readonly begin: (answer: Tokens & { readonly user?: User }) => Promise<void>;
  /** Loads whose tokens these are; several calls at once share one request. */
  readonly load: () => Promise<CurrentUser>;
  /** Waits no longer for the user that is being loaded: the next load asks anew. */
  readonly cancelLoad: () => void;
  /** Whether the page that is entered stays where it is when the server takes the tokens no longer; default: no. */
  readonly stayWhenCleared: (stays: boolean) => void;
  /** Whether the tokens are another session's than the one on the screen: a user has logged in in another tab. */
  readonly isReplaced: () => boolean;
  /** Changes these fields of the user, on the server and here; one change after the other. */
  readonly update: (fields: BodyOf<typeof updateMe>) => Promise<void>;
  /** Takes over what the server is known to have changed. */
  readonly change: (user: CurrentUser) => void;
  /** Resets the user and removes both tokens (specification, section 4). */
  readonly end: () => void;
  /** Resets the user here; the tokens are another tab's business. */
  readonly resetUser: () => void;
}

interface SessionDependencies {
  readonly transport: Transport;
  readonly tokens: TokenStore;
  /** Milliseconds. */
  readonly now: () => number;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly oneTabAtATime: (work: () => Promise<void>) => Promise<void>;
  /** The saved locale: it counts where the user has no language that the site speaks (specification, section 4). */
  readonly locale: () => string;
  /** Leads to the root route. */
  readonly leave: () => void;
  /** Reloads the page: it shows a user who is no longer logged in. */
  readonly reload: () => void;
}

/** A session before any log-in. It makes no request by itself. */
export function createSession(dependencies: SessionDependencies): Session {
  const { transport, tokens, locale, leave, reload } = dependencies;
  const actor = createActor(sessionMachine).start();
  const shown = createShownSession(tokens);
  let stays = false;
  const clear = () => {
    tokens.remove();
    shown.clear();
    actor.send({ type: 'CLEAR' });
    if (!stays) leave();
  };
  const refresh = createRefresh({ ...dependencies, clear });
  const refuses = () => {
    const refused = shown.isReplaced();
    if (refused) reload();
    return refused;
  };
  const api = createApiClient({ transport, tokens, refresh, refuses });
  const users = createUserLoader({ actor, api, locale });
  const changes = createUserChanges({ actor, api, locale, stopLoading: users.stop });
  const resetUser = () => {
    users.stop();
    shown.clear();
    actor.send({ type: 'END' });
  };
  const user = () => actor.getSnapshot().context.user;
  const load = () => {
    if (!user() && actor.getSnapshot().value !== 'loading') shown.show();
    return users.load();
  };

  return {
    api,
    tokens,
    actor,
    state: () => actor.getSnapshot().value,
    user,
    onChange: (listener) => {
      const subscription = actor.subscribe(listener);
      return () => subscription.unsubscribe();
    },
    begin: async ({ user: known, accessToken, refreshToken }) => {
      const fresh = toTokens(accessToken, refreshToken);
      resetUser();
      tokens.write(fresh);
      if (!known) {
        await load();
        return;
      }
      shown.show();
      actor.send({ type: 'LOAD' });
      users.take(known);
    },
    load,
    cancelLoad: () => {
      users.stop();
      actor.send({ type: 'FAILED' });
    },
    stayWhenCleared: (stay) => {
      stays = stay;
    },
    isReplaced: shown.isReplaced,
    ...changes,
    end: () => {
      tokens.remove();
      resetUser();
    },
    resetUser,
  };
}

interface ShownSession {
  /** The page shows the session that these tokens are of. */
  readonly show: () => void;
  /** The page shows none. */
  readonly clear: () => void;
  /** Whether the tokens have become another session's, by a login in another tab. */
  readonly isReplaced: () => boolean;
}

/** Which session the page shows. All tabs share the tokens, so that they may be another's by now. */
function createShownSession(tokens: TokenStore): ShownSession {
  let shown: string | null = null;
  return {
    show: () => {
      shown = sessionIdOf(tokens.read());
    },
    clear: () => {
      shown = null;
    },
    isReplaced: () => {
      const held = sessionIdOf(tokens.read());
      return shown !== null && held !== null && held !== shown;
    },
  };
}

interface UserChangesDependencies {
  readonly actor: Actor<typeof sessionMachine>;
  readonly api: ApiClient;
  readonly locale: () => string;
  /** What is on its way about the user is older than a change, and not wanted any more. */
  readonly stopLoading: () => void;
}

interface UserChanges {
  /** Takes over what the server is known to have changed. */
  readonly change: (user: CurrentUser) => void;
  /** Changes fields on the server, then here. One waits for the other: no answer undoes what was asked for later. */
  readonly update: (fields: BodyOf<typeof updateMe>) => Promise<void>;
}

/** Brings changes of the user who is logged in into the session's machine. */
function createUserChanges({ actor, api, locale, stopLoading }: UserChangesDependencies): UserChanges {
  let last = Promise.resolve();

  const change = (user: CurrentUser) => {
    if (actor.getSnapshot().context.user?.id !== user.id) return; // somebody else by now, or nobody
    stopLoading();
    actor.send({ type: 'LOADED', user });
  };
  const updateNow = async (body: BodyOf<typeof updateMe>) => {
    change(toCurrentUser(await api.call<typeof updateMe>('PATCH', '/v1/users/me/', { body }), locale()));
  };

  return {
    change,
    update: (fields) => {
      const updated = last.then(() => updateNow(fields));
      last = updated.catch(() => undefined);
      return updated;
    },
  };
}

interface Dependencies {
  readonly actor: Actor<typeof sessionMachine>;
  readonly api: ApiClient;
  readonly locale: () => string;
}

interface UserLoader {
  /** Asks whose session this is; several calls at once share one request. The machine knows before it resolves. */
  readonly load: () => Promise<CurrentUser>;
  /** Takes the user from another answer of the API. */
  readonly take: (reply: unknown) => void;
  /** What is still on its way no longer matters. */
  readonly stop: () => void;
}

interface Loading {
  readonly user: Promise<CurrentUser>;
}

/** Gets the user from the server into the session's machine. */
function createUserLoader({ actor, api, locale }: Dependencies): UserLoader {
  let running: Loading | null = null;

  const loadInto = async (isWanted: () => boolean): Promise<CurrentUser> => {
    const settle = (event: SessionEvent) => {
      if (!isWanted()) return;
      running = null;
      actor.send(event);
    };
    try {
      const user = toCurrentUser(await api.call<typeof me>('GET', '/v1/users/me/'), locale());
      settle({ type: 'LOADED', user });
      return user;
    } catch (error) {
      settle({ type: 'FAILED' });
      throw error;
    }
  };

  return {
    load: () => {
      if (running) return running.user;
      actor.send({ type: 'LOAD' });
      const loading: Loading = { user: loadInto(() => running === loading) };
      running = loading;
      return loading.user;
    },
    take: (reply) => {
      actor.send({ type: 'LOADED', user: toCurrentUser(reply, locale()) });
    },
    stop: () => {
      running = null;
    },
  };
}

type SessionEvent =
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
 * to be done. Refreshing tokens is no state of it: the user stays logged in meanwhile.
 */
const sessionMachine = setup({
  types: { context: {} as SessionContext, events: {} as SessionEvent },
  actions: {
    saveUser: assign(({ event }) => (event.type === 'LOADED' ? { user: event.user } : {})),
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
    loading: { on: { LOADED: { target: 'loggedIn', actions: 'saveUser' }, FAILED: 'failed' } },
    loggedIn: { on: { LOADED: { actions: 'saveUser' } } },
    failed: { on: { LOAD: 'loading', LOADED: { target: 'loggedIn', actions: 'saveUser' } } },
    cleared: { on: { LOAD: 'loading' } },
  },
});

type SessionState = SnapshotFrom<typeof sessionMachine>['value'];
