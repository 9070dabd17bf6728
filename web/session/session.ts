import { type Actor, assign, createActor, fromPromise, setup } from 'xstate';
import type { BodyOf } from '../../schemas/api/call.ts';
import type { me, updateMe } from '../../schemas/api/users.ts';
import type { User } from '../../schemas/api/values.ts';
import { type ApiClient, ApiProblem, createApiClient } from './api-client.ts';
import { type CurrentUser, toCurrentUser } from './current-user.ts';
import { createRefresh } from './refresh.ts';
import { sessionIdOf, type Tokens, type TokenStore, toTokens } from './tokens.ts';
import type { Transport } from './transport.ts';

export interface Session {
  readonly api: ApiClient;
  readonly tokens: TokenStore;
  /** What `user` and `state` come from, for React. */
  readonly actor: Actor<ReturnType<typeof createSessionMachine>>;
  readonly state: () => SessionState;
  /** Null unless logged in. The same object until something of it changes. */
  readonly user: () => CurrentUser | null;
  /** Calls back after each change of state or user, until the function it returns is called. */
  readonly onChange: (listener: () => void) => () => void;
  /** Logs in with these tokens; loads the user unless the answer held it, and rejects where that fails. */
  readonly begin: (answer: Tokens & { readonly user?: User }) => Promise<void>;
  /**
   * Loads whose tokens these are; several calls at once share one request. Rejects with a 401 where the user was logged
   * out meanwhile.
   */
  readonly load: () => Promise<CurrentUser>;
  /** Waits no longer for the user that is being loaded: the next load asks again. */
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
  const loadUser = async () => toCurrentUser(await api.call<typeof me>('GET', '/v1/users/me/'), locale());
  let stays = false;
  const machine = createSessionMachine({ tokens, loadUser, leave: () => stays || leave() });
  const actor = createActor(machine).start();
  const refresh = createRefresh({ ...dependencies, clear: () => actor.send({ type: 'CLEAR' }) });
  const isReplaced = () => {
    const { shown } = actor.getSnapshot().context;
    const held = sessionIdOf(tokens.read());
    return shown !== null && held !== null && held !== shown;
  };
  const refuses = () => {
    const refused = isReplaced();
    if (refused) reload();
    return refused;
  };
  const api = createApiClient({ transport, tokens, refresh, refuses });
  const change = (user: CurrentUser) => actor.send({ type: 'CHANGE', user });
  const updateNow = async (body: BodyOf<typeof updateMe>) =>
    change(toCurrentUser(await api.call<typeof updateMe>('PATCH', '/v1/users/me/', { body }), locale()));
  let lastUpdate = Promise.resolve();
  const load = () => {
    actor.send({ type: 'LOAD' });
    return new Promise<CurrentUser>((resolve, reject) => {
      // XState's `waitFor` would come with every quiz, as they share its file.
      const subscription = actor.subscribe((snapshot) => {
        if (snapshot.hasTag('asking')) return;
        subscription.unsubscribe();
        const { user, failure } = snapshot.context;
        if (user && !failure) resolve(user);
        else reject(failure ? failure.error : new ApiProblem(401));
      });
    });
  };

  return {
    api,
    tokens,
    actor,
    state: () => {
      const { value } = actor.getSnapshot();
      return typeof value === 'string' ? value : 'loggedIn';
    },
    user: () => actor.getSnapshot().context.user,
    onChange: (listener) => {
      const subscription = actor.subscribe(listener);
      return () => subscription.unsubscribe();
    },
    begin: async ({ user, accessToken, refreshToken }) => {
      const fresh = toTokens(accessToken, refreshToken);
      actor.send({ type: 'RESET' });
      tokens.write(fresh);
      if (user) actor.send({ type: 'LOG_IN', user: toCurrentUser(user, locale()) });
      else await load();
    },
    load,
    cancelLoad: () => actor.send({ type: 'CANCEL' }),
    stayWhenCleared: (stay) => {
      stays = stay;
    },
    isReplaced,
    update: (fields) => {
      const updated = lastUpdate.then(() => updateNow(fields)); // or else an answer would undo what was asked for later
      lastUpdate = updated.catch(() => undefined);
      return updated;
    },
    change,
    end: () => actor.send({ type: 'END' }),
    resetUser: () => actor.send({ type: 'RESET' }),
  };
}

type SessionState = 'loggedOut' | 'loading' | 'loggedIn' | 'failed' | 'cleared';

type SessionEvent =
  /** There are tokens, and whose they are is known. */
  | { readonly type: 'LOG_IN'; readonly user: CurrentUser }
  /** There are tokens: whose they are is to be asked, for the first time or again. */
  | { readonly type: 'LOAD' }
  /** The user is waited for no longer. */
  | { readonly type: 'CANCEL' }
  /** The server is known to have changed the user. */
  | { readonly type: 'CHANGE'; readonly user: CurrentUser }
  /** Logged out here. */
  | { readonly type: 'END' }
  /** Logged out in another tab, whose business the tokens are. */
  | { readonly type: 'RESET' }
  /** The server takes the tokens no longer. */
  | { readonly type: 'CLEAR' };

interface SessionContext {
  /** Null unless logged in: logged in means that there is an id (specification, section 3). */
  readonly user: CurrentUser | null;
  /** Why the user could not be loaded last. */
  readonly failure: { readonly error: unknown } | null;
  /** The id of the session that the page shows: all tabs share the tokens, so that they may be another's by now. */
  readonly shown: string | null;
}

interface Effects {
  readonly tokens: TokenStore;
  readonly loadUser: () => Promise<CurrentUser>;
  readonly leave: () => void;
}

/** The session of a visitor (specification, section 4). Refreshing tokens is no state of it: the user stays logged in. */
function createSessionMachine({ tokens, loadUser, leave }: Effects) {
  return setup({
    types: { context: {} as SessionContext, events: {} as SessionEvent },
    actors: { loadUser: fromPromise(loadUser) },
    actions: {
      removeTokens: () => tokens.remove(),
      leave: () => leave(),
      showSession: assign({ shown: () => sessionIdOf(tokens.read()) }),
      saveUser: assign({ user: (_, user: CurrentUser) => user }),
      forgetFailure: assign({ failure: null }),
      resetUser: assign({ user: null, failure: null, shown: null }),
    },
    guards: { isSameUser: ({ context }, { id }: CurrentUser) => context.user?.id === id },
  }).createMachine({
    id: 'session',
    context: { user: null, failure: null, shown: null },
    initial: 'loggedOut',
    on: {
      END: { target: '.loggedOut', actions: ['removeTokens', 'resetUser'] },
      RESET: { target: '.loggedOut', actions: 'resetUser' },
      CLEAR: { target: '.cleared', actions: ['removeTokens', 'resetUser', 'leave'] },
    },
    states: {
      loggedOut: {
        on: {
          LOAD: 'loading',
          LOG_IN: {
            target: 'loggedIn',
            actions: ['showSession', { type: 'saveUser', params: ({ event }) => event.user }],
          },
        },
      },
      loading: {
        tags: 'asking',
        entry: ['showSession', 'forgetFailure'],
        invoke: {
          src: 'loadUser',
          onDone: { target: 'loggedIn', actions: { type: 'saveUser', params: ({ event }) => event.output } },
          onError: { target: 'failed', actions: assign({ failure: ({ event }) => ({ error: event.error }) }) },
        },
        on: { CANCEL: 'failed' },
      },
      loggedIn: {
        initial: 'known',
        on: {
          CHANGE: {
            guard: { type: 'isSameUser', params: ({ event }) => event.user },
            target: '.known', // an answer on its way is older than this
            actions: { type: 'saveUser', params: ({ event }) => event.user },
          },
        },
        states: {
          known: { on: { LOAD: 'asking' } },
          asking: {
            tags: 'asking',
            entry: 'forgetFailure',
            invoke: {
              src: 'loadUser',
              onDone: { target: 'known', actions: { type: 'saveUser', params: ({ event }) => event.output } },
              onError: { target: 'known', actions: assign({ failure: ({ event }) => ({ error: event.error }) }) },
            },
            on: { CANCEL: 'known' },
          },
        },
      },
      failed: { on: { LOAD: 'loading' } },
      cleared: { on: { LOAD: 'loading' } },
    },
  });
}
