import type { Session } from './session.ts';

/** What tabs tell each other: who is logged in from now on; null for nobody. */
interface SessionNews {
  readonly userId: string | null;
}

interface Dependencies {
  readonly session: Session;
  /** Null where the browser has none: then a tab finds out when it is looked at. */
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | null;
  readonly page: Pick<Window, 'addEventListener'>;
  readonly reload: () => void;
}

/**
 * Keeps the tabs of a browser of one mind: where the session has ended, or became another user's, the tabs that still
 * show the old one forget it and load their page anew. A tab where nobody is logged in is left in peace.
 */
export function followOtherTabs({ session, channel, page, reload }: Dependencies): void {
  let known: string | null = null;
  const leave = () => {
    known = null;
    session.forget();
    reload();
  };
  session.onChange(() => {
    const userId = session.user()?.id ?? null;
    const isOver = ['loggedOut', 'cleared'].includes(session.state());
    if (userId === known || (userId === null && !isOver)) return;
    known = userId;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels have no target, windows do
    channel?.postMessage({ userId } satisfies SessionNews);
  });
  channel?.addEventListener('message', ({ data }: MessageEvent<SessionNews>) => {
    if (known !== null && data.userId !== known) leave();
  });
  const look = () => {
    if (known !== null && session.tokens.read() === null) leave();
  };
  page.addEventListener('visibilitychange', look); // bubbles from the document
  page.addEventListener('pageshow', look); // also where Back brings the page from the browser's memory
}
