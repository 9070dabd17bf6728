import { createActor } from 'xstate';
import type { BodyOf } from '../../schemas/api/call.ts';
import type { updateMe } from '../../schemas/api/users.ts';
import type { User } from '../../schemas/api/values.ts';
import { createApiClient, type ApiClient } from './api-client.ts';
import type { CurrentUser } from './current-user.ts';
import { sessionMachine, type SessionState } from './machine.ts';
import { createRefresh } from './refresh.ts';
import type { TokenStore, Tokens } from './tokens.ts';
import type { Transport } from './transport.ts';
import { createUserLoader } from './user-loader.ts';

export interface Session {
  readonly api: ApiClient;
  readonly tokens: TokenStore;
  readonly state: () => SessionState;
  /** Null unless logged in. The same object until something of it changes. */
  readonly user: () => CurrentUser | null;
  /** Calls back after each change of state or user, until the function it returns is called. */
  readonly onChange: (listener: () => void) => () => void;
  /** Logs in with these tokens; loads the user unless the answer held it, and rejects where that fails. */
  readonly begin: (answer: Tokens & { readonly user?: User }) => Promise<void>;
  /** Loads whose tokens these are; several calls at once share one request. */
  readonly load: () => Promise<CurrentUser>;
  /** Waits no longer for the user that is being loaded. */
  readonly giveUp: () => void;
  /** Changes these fields of the user, on the server and here. */
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
}

/** A session that nobody has logged into yet. It asks the server for nothing until it is told to. */
export function createSession(dependencies: SessionDependencies): Session {
  const { transport, tokens, locale, leave } = dependencies;
  const actor = createActor(sessionMachine).start();
  const clear = () => {
    tokens.remove();
    actor.send({ type: 'CLEAR' });
    leave();
  };
  const refresh = createRefresh({ ...dependencies, clear });
  const api = createApiClient({ transport, tokens, refresh });
  const users = createUserLoader({ actor, api, locale });
  const forget = () => {
    users.stop();
    actor.send({ type: 'END' });
  };

  return {
    api,
    tokens,
    state: () => actor.getSnapshot().value,
    user: () => actor.getSnapshot().context.user,
    onChange: (listener) => {
      const subscription = actor.subscribe(listener);
      return () => subscription.unsubscribe();
    },
    begin: async ({ user, ...fresh }) => {
      forget();
      tokens.write(fresh);
      if (!user) {
        await users.load();
        return;
      }
      actor.send({ type: 'LOAD' });
      users.take(user);
    },
    load: users.load,
    giveUp: () => actor.send({ type: 'FAILED' }),
    update: async (fields) => {
      users.take(await api.call<typeof updateMe>('PATCH', '/v1/users/me/', { body: fields }));
    },
    change: (user) => actor.send({ type: 'LOADED', user }),
    end: () => {
      tokens.remove();
      forget();
    },
    forget,
  };
}
