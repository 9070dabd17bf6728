/**
 * Loads the page anew, if the site can be reached: also the way out when a newer version of it was published and files
 * of this one are gone. Offline the page stays as it is, with what it says. Nothing is lost: visits are saved.
 */
export async function reloadIfReachable(): Promise<void> {
  try {
    await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
    location.reload();
  } catch {
    // Still offline.
  }
}
