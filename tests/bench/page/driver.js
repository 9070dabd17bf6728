// Runs in a page before the page's own scripts: finds what a visitor would tap, and tells when the next step is there.
// A step is known by its heading; what leads on from it has `data-tap`.
/** A page that takes longer has failed. */
const timeout = 30_000;

/** Back leads back. */
const controls = 'main [data-tap]:not([data-tap="back"])';

const isShown = (element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });

{
  const observed = { layoutShift: 0 };
  const longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) observed.layoutShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });

  const heading = () => [...document.querySelectorAll('main h1')].find(isShown)?.textContent ?? '';
  const control = () =>
    [...document.querySelectorAll(controls)].find((element) => !element.disabled && isShown(element));

  function afterPaint(tell) {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => tell(performance.now()));
      port1.start();
      port2.postMessage(null); // comes after the paint
    });
  }

  window.bench = {
    /** Since the page was asked for, but for what an untouched load shifts; `blocked` is what tasks take beyond 50 ms. */
    load() {
      const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null;
      const later = longTasks.filter((task) => firstPaint !== null && task.startTime >= firstPaint);
      const blocked = later.reduce((sum, task) => sum + task.duration - 50, 0);
      return { firstPaint, blocked, layoutShift: observed.layoutShift };
    },

    /** Taps the first control from the moment it is there, every other frame, until the next step is painted. */
    firstTap: () =>
      new Promise((resolve, reject) => {
        setTimeout(reject, timeout, new Error('No tap has led to a second step'));
        let first;
        let frame = 0;
        const tick = () => {
          const shown = heading();
          if (first !== undefined && shown && shown !== first) return afterPaint(resolve);
          if (frame++ % 2 === 0 && shown && control()) {
            first ??= shown;
            control().click();
          }
          requestAnimationFrame(tick);
        };
        requestAnimationFrame(tick);
      }),

    /** Where to tap next; `stepped` then tells of that tap. Nothing where there is no step any more. */
    arm() {
      const target = control();
      if (!target) return null;
      target.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      const from = heading();
      window.bench.stepped = new Promise((resolve, reject) => {
        setTimeout(reject, timeout, new Error(`The tap on “${target.textContent}” of “${from}” led nowhere`));
        let released;
        let changed;
        addEventListener('pointerup', (event) => (released = event.timeStamp), { capture: true, once: true });
        const look = () => {
          const shown = heading();
          if (!shown) return requestAnimationFrame(look); // fades in
          if (released === undefined || shown === from || changed !== undefined) return;
          observer.disconnect();
          changed = performance.now() - released;
          afterPaint((painted) => resolve({ changed, painted: painted - released }));
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      });
      const { left, top, width, height } = target.getBoundingClientRect();
      const asks = document.querySelectorAll(controls).length > 1;
      return { x: left + Math.min(width / 2, 150), y: top + Math.min(height / 2, 30), asks };
    },
  };
}
