import { useState } from 'react';
import { useUser } from './account.ts';
import type { CurrentUser } from './current-user.ts';

/**
 * The user; after a logout still the one who was there, so that the page that leaves does not fall apart before it is
 * gone. Null until one is known.
 */
export function useKnownUser(): CurrentUser | null {
  const user = useUser();
  const [known, setKnown] = useState(user);
  if (user !== null && user !== known) setKnown(user);
  return user ?? known;
}
