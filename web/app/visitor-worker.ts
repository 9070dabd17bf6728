/** The page itself comes first, in milliseconds. */
const delay = 3_000;

/**
 * Has the browser keep the visitors' pages for the next visit (docs/reference/offline.md), a while after this one has
 * come: members sign out offline too, which leads to one of them. Not where the visitor saves data. Never rejects.
 */
export async function registerVisitorWorker(): Promise<void> {
  if (!import.meta.env.PROD) return; // live authoring: what is saved is on the screen, never what was
  addEventListener('vite:preloadError', () => void reloadIfReplaced());
  // The worker picks the language by the cookie; an old browser that has no way to read it there goes on without.
  if (!('serviceWorker' in navigator) || !('cookieStore' in window) || savesData()) return;
  await new Promise((resolve) => {
    setTimeout(resolve, delay);
  });
  try {
    await navigator.serviceWorker.register('/visitor-worker.js');
  } catch {
    // Switched off, a private window, or no room: each visit comes from the server.
  }
}

/** A file of this page is gone: where that is because the server has a newer build, the page moves on to it. */
async function reloadIfReplaced(): Promise<void> {
  try {
    const response = await fetch(location.href, { cache: 'no-store' });
    const entry = /\/assets\/index-[^"]+\.js"/;
    const [ours] = entry.exec(document.head.innerHTML) ?? [];
    const [published] = entry.exec(await response.text()) ?? [];
    if (published !== undefined && published !== ours) location.reload();
  } catch {
    // No line: what was shown for the missing file says so.
  }
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
