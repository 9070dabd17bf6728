interface Change {
  /** Which of the texts. */
  readonly index: number;
  readonly text: string;
}

/** The pieces of text that are seen on a page, in their order, after one of them was changed. Runs in the page. */
export function seenTexts(change: Change | null): readonly string[] {
  const walker = document.createTreeWalker(document.querySelector('#storybook-root main')!, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  const seen = nodes.filter(({ parentElement, data }) => {
    const isShown = parentElement!.checkVisibility() && getComputedStyle(parentElement!).clipPath === 'none';
    return isShown && /\p{L}{2}/u.test(data);
  });
  if (change) seen[change.index]!.data = change.text;
  return seen.map(({ data }) => data);
}
