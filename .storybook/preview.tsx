/**
 * How every story is shown. The toolbar's choices are globals and can stand in the address:
 *
 *   iframe.html?id=sleep-issues-en-steps-trouble--empty&viewMode=story&globals=theme:dark;motion:reduced;language:es
 *
 *   theme     light | dark                     (default light, whatever the system's is)
 *   motion    full | reduced                   (default full)
 *   language  story | en | es                  (default story: the language that the story was made in, else English)
 *   viewport  (only in the manager: &globals=viewport:phone, tablet or desktop)
 */
import '../web/ui/tokens.css';
import '../web/ui/accents.css';
import '../web/ui/font.css';
import '../web/ui/base.css';
import type { Decorator, Preview } from '@storybook/react-vite';
import { configure } from 'storybook/test';
import site from 'virtual:site';
import { languageTag, type StepType } from '../engine/model.ts';
import { allRules } from '../engine/run/steps/all.ts';
import { forceMedia, mediaOf } from '../stories/environment/force-media.ts';
import { expectContrastInTheDark } from '../stories/environment/dark-contrast.ts';
import { siteWords } from '../stories/environment/site-words.ts';
import { loadFields } from '../web/quiz/fields/index.ts';
import { SiteContext } from '../web/site.ts';
import { entriesWith, removeEntry, timerKeyPrefix } from '../web/storage.ts';
import { I18nextProvider } from 'react-i18next';

// What a story waits for may be fetched first, and comes late on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

/** The words of the site in the story's language, and the site itself, as every page has them. */
const onTheSite: Decorator = (Story, { globals, parameters }) => {
  const locale = localeOf(globals, parameters);
  document.documentElement.lang = languageTag(locale);
  return (
    <I18nextProvider i18n={siteWords[locale]!}>
      <SiteContext value={site}>
        <Story />
      </SiteContext>
    </I18nextProvider>
  );
};

const withMedia: Decorator = (Story, { globals }) => {
  forceMedia(mediaOf(globals));
  return <Story />;
};

function localeOf(globals: Readonly<Record<string, unknown>>, parameters: Readonly<Record<string, unknown>>): string {
  const chosen = globals['language'];
  if (typeof chosen === 'string' && site.locales.includes(chosen)) return chosen;
  return typeof parameters['locale'] === 'string' ? parameters['locale'] : 'en';
}

const languageName = (locale: string) => new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;

const preview: Preview = {
  beforeAll: async () => {
    // The site's typeface counts only if it is here before the first text.
    const steps = (Object.keys(allRules) as StepType[]).flatMap((type) => [{ type }, { type, check: 'any' }]);
    await Promise.allSettled([document.fonts.load('1em Figtree'), loadFields(steps)]);
  },
  // A timer that an earlier story has shown would go on, or be over.
  beforeEach: () => entriesWith(timerKeyPrefix).forEach(removeEntry),
  afterEach: expectContrastInTheDark,
  decorators: [onTheSite, withMedia],
  initialGlobals: { theme: 'light', motion: 'full', language: 'story' },
  globalTypes: {
    language: {
      description: 'Language of the words',
      toolbar: {
        title: 'Language',
        icon: 'globe',
        dynamicTitle: true,
        items: [
          { value: 'story', title: "The story's language" },
          ...site.locales.map((value) => ({ value, title: languageName(value) })),
        ],
      },
    },
    theme: {
      description: 'Light or dark',
      toolbar: {
        title: 'Theme',
        icon: 'contrast',
        dynamicTitle: true,
        items: [
          { value: 'light', title: 'Light', icon: 'sun' },
          { value: 'dark', title: 'Dark', icon: 'moon' },
        ],
      },
    },
    motion: {
      description: 'Motion',
      toolbar: {
        title: 'Motion',
        icon: 'play',
        dynamicTitle: true,
        items: [
          { value: 'full', title: 'Full motion' },
          { value: 'reduced', title: 'Reduced motion' },
        ],
      },
    },
  },
  parameters: {
    layout: 'fullscreen',
    a11y: {
      test: 'error',
      options: {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        // What passes need not be carried from the browser to the test runner, node by node.
        resultTypes: ['violations', 'incomplete'],
      },
    },
    viewport: {
      options: {
        phone: { name: 'Phone (360 × 740)', styles: { width: '360px', height: '740px' }, type: 'mobile' },
        tablet: { name: 'Tablet (820 × 1180)', styles: { width: '820px', height: '1180px' }, type: 'tablet' },
        desktop: { name: 'Desktop (1280 × 800)', styles: { width: '1280px', height: '800px' }, type: 'desktop' },
      },
    },
  },
};
export default preview;
