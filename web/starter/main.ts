import { startEarlyVisit } from './early-visit.ts';
import { savePromoData } from './promo.ts';
import { ignoreSecondTaps } from './second-taps.ts';

/** How long visitors wait before the page says that it is loading, and before it says what to do: milliseconds. */
const soonMilliseconds = 4_000;
const lateMilliseconds = 12_000;
const maxPause = 30_000;

/** The entry of sessionStorage that counts the documents of this tab which the page's own script did not come to. */
const key = 'tries';

/**
 * The script that stands inline in every prerendered page, after all that it can show and all that the page's own script
 * reads, which may come before the rest of the page (its hash is in the Content-Security-Policy). The first paint doesn't wait for it. At most 2.73 kB (gzip).
 */
const { dataset } = document.documentElement;
const { funnel } = dataset;
ignoreSecondTaps();
if (funnel !== undefined) {
  if (startEarlyVisit(funnel) && dataset['resuming'] === '') delete dataset['resuming'];
  savePromoData(location.search);
}
saveQuery();
startAppAfterPaint();

/**
 * Adds the query of the address to the links that lead to this page again, such as those of the languages: the HTML is
 * the same for all visitors and does not know it. What a link says itself counts more.
 */
function saveQuery(): void {
  const { search, pathname } = location;
  if (!search) return;
  for (const link of document.links) {
    if (link.pathname !== pathname || link.hash) continue;
    const query = new URLSearchParams(search);
    new URLSearchParams(link.search).forEach((value, name) => query.set(name, value));
    link.href = `${pathname}?${query}`;
  }
}

/**
 * Runs the page's own script once the first screen has been painted: one that is in the cache already would hold that up
 * by all the time it takes to run. In a hidden tab, where no frame comes, when the page has loaded.
 */
function startAppAfterPaint(): void {
  const { content } = document.querySelector<HTMLTemplateElement>('#links')!;
  const [base, app] = ['#base', '#app'].map((id) => content.querySelector(id)!.getAttribute('href')) as [
    string,
    string,
  ];
  let started: Promise<void> | undefined;
  const start = () => {
    document.head.append(content); // until now nothing has competed with the first paint
    started ??= startApp(base, app).catch(() => undefined); // storage is off: only the button reloads the page
  };
  showLoadingNotice(app);
  if (document.hidden) addEventListener('load', start);
  else requestAnimationFrame(() => setTimeout(start)); // not by a paint's entry: some browsers report none of a hidden screen
}

/**
 * Fetches the script until it comes, with longer and longer pauses, and at once when the browser is online again. Some
 * browsers remember a script that failed as long as the document lives: then the page is reloaded, where the server
 * can be reached. Nothing is lost by that: what was done on the page is stored.
 */
async function startApp(base: string, app: string): Promise<void> {
  let isReached = false;
  for (let tries = readTries(); ; tries++) {
    try {
      await import(/* @vite-ignore */ base); // in a task of its own: so much at once would keep a tap waiting
      await import(/* @vite-ignore */ app);
      return sessionStorage.removeItem(key);
    } catch {
      if (isReached) {
        sessionStorage.setItem(key, `${tries}`);
        return location.reload();
      }
    }
    await new Promise((resolve) => {
      setTimeout(resolve, Math.min(1_000 * 2 ** tries, maxPause));
      addEventListener('online', resolve, { once: true });
    });
    isReached = await canReach(app);
  }
}

function readTries(): number {
  try {
    return Number(sessionStorage.getItem(key));
  } catch {
    return 0; // storage is off
  }
}

/**
 * Fills the page's hint in time (`web/main.tsx` removes it): that the page is loading, then what can be done. Where the
 * script has come in one document after the other and can't be run, that the browser may be too old.
 */
function showLoadingNotice(app: string): void {
  const notice = document.querySelector('#waiting')!;
  const [hint, button] = notice.children as unknown as [HTMLElement, HTMLButtonElement];
  const { dataset: words } = hint;
  if (readTries() > 1) words['soon'] = words['late'] = hint.textContent;
  const say = (when: 'soon' | 'late') => {
    hint.textContent = words[when]!;
    button.hidden = when === 'soon';
  };
  notice.className = hint.textContent = '';
  setTimeout(say, soonMilliseconds, 'soon');
  setTimeout(say, lateMilliseconds, 'late');
  button.addEventListener('click', () => {
    say('soon');
    void canReach(app).then((isReached) => (isReached ? location.reload() : say('late')));
  });
}

function canReach(address: string): Promise<boolean> {
  return fetch(address, { method: 'HEAD' }).then(
    () => true,
    () => false,
  );
}
