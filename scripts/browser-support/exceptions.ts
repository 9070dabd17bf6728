import type { FoundFeature } from './missing-browsers.ts';

/** Where a feature that some browser of the table lacks may be used all the same. */
export interface Exception {
  /** As the check names it; `CookieStore` stands for `CookieStore.get` as well. */
  readonly features: readonly string[];
  /** The files that have the fallback; absent where none has to do anything for it. */
  readonly files?: readonly string[];
  /** What browsers without it do instead. */
  readonly fallback: string;
}

export const exceptions: readonly Exception[] = [
  {
    features: ['requestIdleCallback'],
    files: ['web/app/fetch-ahead.ts'],
    fallback: 'A timer begins it.',
  },
  {
    features: ['CookieStore'],
    files: ['web/worker/stored-pages.ts'],
    fallback: 'The worker is not registered: every visit comes from the server.',
  },
  {
    features: ['HTMLMediaElement.preservesPitch'],
    files: ['web/pages/cabinet/player/audio-element.ts'],
    fallback: 'It is only set, and Safari preserves the pitch by default.',
  },
  {
    features: ['Navigator.mediaSession', 'MediaSession', 'MediaMetadata'],
    files: ['web/pages/cabinet/player/media-session.ts', 'web/pages/cabinet/player/page-player.ts'],
    fallback: "Only the page's own controls, none on the lock screen: Android's WebView.",
  },
  {
    features: ['CSSStyleSheet', 'DocumentOrShadowRoot.adoptedStyleSheets'],
    files: ['web/pages/cabinet/reports/ReportsPage.tsx'],
    fallback: 'The report is plain HTML; the file that can be saved has its styles.',
  },
  { features: ['text-wrap'], fallback: 'Lines break as they come.' },
  { features: ['field-sizing'], fallback: 'The field keeps its height and scrolls.' },
  {
    features: ['content-visibility', 'contain-intrinsic-size'],
    fallback: 'What is not on the screen yet is drawn at once.',
  },
  { features: ['forced-color-adjust'], fallback: 'Safari has no forced colours.' },
  { features: ['cursor: pointer', 'cursor: default'], fallback: 'Fingers have no cursor.' },
  { features: ['scrollbar-width'], fallback: 'The row of chips shows its scrollbar, where bars take room.' },
  { features: ['resize'], fallback: 'Phones have no handle to resize by.' },
  { features: ['text-size-adjust'], fallback: 'Only phones enlarge text by themselves.' },
  { features: ['::selection'], fallback: "The browser's own colours." },
];

/** What is wrong: each feature that is used without an exception, and each exception that nothing needs any more. */
export function problemsOf(found: readonly FoundFeature[], allowed: readonly Exception[] = exceptions): string[] {
  const unexpected = found.filter((each) => !allowed.some((exception) => allows(exception, each)));
  const needless = allowed.flatMap(({ features, ...exception }) =>
    features.filter((feature) => !found.some((each) => allows({ ...exception, features: [feature] }, each))),
  );
  return [
    ...unexpected.map(
      ({ place, feature, missing }) =>
        `${place}: ${feature} comes with ${missing.join(', ')}. Give it a fallback, and name that in ${table}.`,
    ),
    ...needless.map((feature) => `${table}: nothing needs the exception for ${feature}.`),
  ];
}

const table = 'scripts/browser-support/exceptions.ts';

function allows({ features, files }: Exception, { feature, place }: FoundFeature): boolean {
  const isNamed = features.some((each) => feature === each || feature.startsWith(`${each}.`));
  return isNamed && (!files || files.some((file) => place.startsWith(`${file}:`)));
}
