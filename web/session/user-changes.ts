import type { Actor } from 'xstate';
import type { BodyOf } from '../../schemas/api/call.ts';
import type { updateMe } from '../../schemas/api/users.ts';
import type { ApiClient } from './api-client.ts';
import { toCurrentUser, type CurrentUser } from './current-user.ts';
import type { sessionMachine } from './machine.ts';

interface Dependencies {
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
export function createUserChanges({ actor, api, locale, stopLoading }: Dependencies): UserChanges {
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
