import { createKeys } from '../../api/keys.ts';

/** The secret of the server that the journeys visit, so that they can make what time has run out on. */
export const serverSecret = 'this-server-is-there-for-its-tests-only';

export const serverKeys = createKeys(serverSecret);
