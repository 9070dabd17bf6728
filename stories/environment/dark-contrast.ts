import { expect } from 'storybook/test';
import { forceMedia, mediaOf } from './force-media.ts';

interface Story {
  readonly globals: Readonly<Record<string, unknown>>;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly canvasElement: HTMLElement;
}

/**
 * In tests, looks at each story in the dark as well, unless its parameter `contrast` says that others have its colours.
 * Only the colours differ there, so only the contrast is checked.
 */
export async function expectContrastInTheDark({ globals, parameters, canvasElement }: Story): Promise<void> {
  if (import.meta.env['VITEST_STORYBOOK'] === undefined || globals['theme'] === 'dark') return;
  if (parameters['contrast'] !== undefined && parameters['contrast'] !== 'light and dark') return;
  const { default: axe } = await import('axe-core');
  forceMedia(mediaOf({ ...globals, theme: 'dark' }));
  const { violations } = await axe.run(canvasElement, { runOnly: ['color-contrast'], resultTypes: ['violations'] });
  forceMedia(mediaOf(globals));
  const faint = violations.flatMap(({ nodes }) =>
    nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  );
  await expect(faint, 'in the dark').toEqual([]);
}
