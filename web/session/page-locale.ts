/**
 * Calls back after each change of the language on the screen (`pageLocale`), until the function it returns is called.
 * It is apart from the cookies because a quiz's first screen has no use for it.
 */
export function onPageLocale(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['lang'] });
  return () => observer.disconnect();
}
