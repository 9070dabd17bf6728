import { createActor, type Actor } from 'xstate';
import type { BodyOf } from '../../schemas/api/call.ts';
import type { updateMe } from '../../schemas/api/users.ts';
import type { User } from '../../schemas/api/values.ts';
import { createApiClient, type ApiClient } from './api-client.ts';
import type { CurrentUser } from './current-user.ts';
import { sessionMachine, type SessionState } from './machine.ts';
import { createRefresh } from './refresh.ts';
import { createShownSession } from './shown-session.ts';
import { toTokens, type TokenStore, type Tokens } from './tokens.ts';
import type { Transport } from './transport.ts';
import { createUserChanges } from './user-changes.ts';
import { createUserLoader } from './user-loader.ts';

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
  /** Whether the tokens are another session's than the one on the screen: somebody has logged in in another tab. */
  readonly isReplaced: () => boolean;
  /** Changes these fields of the user, on the server and here; one change after the other. */
  readonly update: (fields: BodyOf<typeof updateMe>) => Promise<void>;
  /** Takes over what the server is known to have changed. */
  readonly change: (user: CurrentUser) => void;
  /** Resets the user and removes both tokens (specification, section 4). */
  readonly end: () => void;
  /** Resets the user here; the tokens are another tab's business. */
  readonly forget: () => void;
}

export interface SessionDependencies {
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
  /** Loads the page anew: it shows somebody who is logged in no longer. */
  readonly reload: () => void;
}

/** A session that nobody has logged into yet. It asks the server for nothing until it is told to. */
export function createSession(dependencies: SessionDependencies): Session {
  const { transport, tokens, locale, leave, reload } = dependencies;
  const actor = createActor(sessionMachine).start();
  const shown = createShownSession(tokens);
  let stays = false;
  const clear = () => {
    tokens.remove();
    shown.forget();
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
  const forget = () => {
    users.stop();
    shown.forget();
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
      forget();
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
      forget();
    },
    forget,
  };
}
