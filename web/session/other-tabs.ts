import type { Session } from './session.ts';

/** What tabs report to each other. */
interface SessionNews {
  /** The user from now on; null for none. */
  readonly userId: string | null;
  /** Their address has just been verified. */
  readonly emailVerified?: true;
}

interface Dependencies {
  readonly session: Session;
  /** Null where the browser has none: then a tab finds out when it is looked at. */
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | null;
  readonly page: Pick<Window, 'addEventListener'> & { readonly document: Pick<Document, 'visibilityState'> };
  readonly reload: () => void;
}

/**
 * Keeps the tabs of a browser in sync: where the session has ended, or became another user's, the tabs that still
 * show the old one forget it and load their page again. A tab without a log-in is left alone. A verified
 * address is known to all tabs; where that was done in another browser, a tab finds out when it is looked at.
 */
export function syncWithOtherTabs({ session, channel, page, reload }: Dependencies): void {
  let known: string | null = null;
  let isVerified = false;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels have no target, windows do
  const announce = (news: SessionNews) => channel?.postMessage(news);
  const leave = () => {
    known = null;
    session.resetUser();
    reload();
  };
  session.onChange(() => {
    const user = session.user();
    const userId = user?.id ?? null;
    const wasVerified = isVerified;
    isVerified = user?.emailVerified ?? false;
    if (userId !== null && userId === known && isVerified && !wasVerified) announce({ userId, emailVerified: true });
    const isOver = ['loggedOut', 'cleared'].includes(session.state());
    if (userId === known || (userId === null && !isOver)) return;
    known = userId;
    announce({ userId });
  });
  channel?.addEventListener('message', ({ data }: MessageEvent<SessionNews>) => {
    if (known === null) return;
    if (data.userId !== known) leave();
    else if (data.emailVerified) verify();
  });
  const verify = () => {
    const user = session.user();
    isVerified = true; // another tab has announced it: all tabs know
    if (user && !user.emailVerified) session.change({ ...user, emailVerified: true });
  };
  const catchUp = () => {
    if (known === null || page.document.visibilityState !== 'visible') return; // a reload would undo that it is left
    if (session.tokens.read() === null || session.isReplaced()) leave();
    else if (session.user()?.emailVerified === false) session.load().catch(() => undefined); // it stays as it was
  };
  page.addEventListener('visibilitychange', catchUp); // bubbles from the document
  page.addEventListener('pageshow', catchUp); // also where Back brings the page from the browser's memory
}
