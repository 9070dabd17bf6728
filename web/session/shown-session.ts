import { sessionIdOf, type TokenStore } from './tokens.ts';

interface ShownSession {
  /** The page shows the session that these tokens are of. */
  readonly show: () => void;
  /** The page shows none. */
  readonly forget: () => void;
  /** Whether the tokens have become another session's, by a login in another tab. */
  readonly isReplaced: () => boolean;
}

/** Which session the page shows. All tabs share the tokens, so that they may be another's by now. */
export function createShownSession(tokens: TokenStore): ShownSession {
  let shown: string | null = null;
  return {
    show: () => {
      shown = sessionIdOf(tokens.read());
    },
    forget: () => {
      shown = null;
    },
    isReplaced: () => {
      const held = sessionIdOf(tokens.read());
      return shown !== null && held !== null && held !== shown;
    },
  };
}
