/** Media features that a story can be shown with, whatever the browser's own are. */
type ForcedMedia = Readonly<Partial<Record<'prefers-color-scheme' | 'prefers-reduced-motion', string>>>;

/** What the toolbar's choices ask for: light or dark, still or moving, whatever the browser prefers. */
export function mediaOf({ theme, motion }: Readonly<Record<string, unknown>>): ForcedMedia {
  return {
    'prefers-color-scheme': theme === 'dark' ? 'dark' : 'light',
    'prefers-reduced-motion': motion === 'reduced' ? 'reduce' : 'no-preference',
  };
}

const asWritten = new WeakMap<CSSMediaRule, string>();
const nativeMatchMedia = window.matchMedia.bind(window);
let forced: ForcedMedia = {};

/** Shows the page as a browser with these features would: in all style sheets, also later ones, and for scripts. */
export function forceMedia(media: ForcedMedia): void {
  forced = media;
  document.documentElement.style.colorScheme = media['prefers-color-scheme'] ?? '';
  for (const sheet of document.styleSheets) rewrite(rulesOf(sheet));
}

window.matchMedia = (query) => nativeMatchMedia(asForced(query));
new MutationObserver(() => forceMedia(forced)).observe(document.head, { childList: true, subtree: true });
// A sheet that is fetched has no rules before it is here.
document.head.addEventListener('load', () => forceMedia(forced), { capture: true });

function rewrite(rules: Iterable<CSSRule>): void {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule) {
      const written = asWritten.get(rule) ?? rule.media.mediaText;
      asWritten.set(rule, written);
      const wanted = asForced(written);
      if (rule.media.mediaText !== wanted) rule.media.mediaText = wanted;
    }
    if (rule instanceof CSSGroupingRule) rewrite(rule.cssRules);
  }
}

/** The query with what is forced decided: `(min-width: 0)` is always true, `(max-width: 0)` never. */
function asForced(query: string): string {
  return query.replaceAll(/\((prefers-[a-z-]+):\s*([a-z-]+)\)/g, (part, feature: string, value: string) => {
    const shown = forced[feature as keyof ForcedMedia];
    if (shown === undefined) return part;
    return shown === value ? '(min-width: 0px)' : '(max-width: 0px)';
  });
}

/** None where the browser keeps them to itself. */
function rulesOf(sheet: CSSStyleSheet): Iterable<CSSRule> {
  try {
    return sheet.cssRules;
  } catch {
    return [];
  }
}
