/**
 * Loads the page anew, if the site can be reached: also the way out when a newer version of it was published and files
 * of this one are gone. Nothing is lost: visits are saved. Resolves where the browser is still offline, and the page stays.
 */
export async function reloadIfReachable(): Promise<void> {
  try {
    await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
    location.reload();
    await new Promise(() => undefined); // the page is on its way out
  } catch {
    // Still offline.
  }
}
