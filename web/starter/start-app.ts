/**
 * Runs the page's own script once the first screen has been painted: one that is in the cache already would hold that up
 * by all the time it takes to run. In a tab that nobody sees, and where no paint is told of, when the page has loaded.
 */
export function startAppAfterPaint(): void {
  if (PerformanceObserver.supportedEntryTypes.includes('paint') && !document.hidden)
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
  addEventListener('load', start);
}

function start(): void {
  const app = document.querySelector<HTMLLinkElement>('#app')!.href;
  import(/* @vite-ignore */ app).catch(() => delete document.documentElement.dataset['resuming']); // nothing else comes
}
