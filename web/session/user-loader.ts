import type { Actor } from 'xstate';
import type { me } from '../../schemas/api/users.ts';
import type { ApiClient } from './api-client.ts';
import { toCurrentUser, type CurrentUser } from './current-user.ts';
import type { SessionEvent, sessionMachine } from './machine.ts';

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
  /** Whatever is still on its way concerns nobody any more. */
  readonly stop: () => void;
}

interface Loading {
  readonly user: Promise<CurrentUser>;
}

/** Gets the user from the server into the session's machine. */
export function createUserLoader({ actor, api, locale }: Dependencies): UserLoader {
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
