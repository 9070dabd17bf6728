import type { Browser, FrameLocator, Page } from 'playwright';
import { serveStorybook } from '../../tests/looks/storybook.ts';
import { withPage, writePicture } from './studio.ts';

const screen = { width: 1280, height: 760 };

/** The sheet and the player of a real funnel in the built Storybook. */
export async function photographStorybook(browser: Browser): Promise<void> {
  const { url, close } = await serveStorybook();
  try {
    await photographStory(browser, url, 'sleep-issues--steps', 'authoring-sheet');
    await photographStory(browser, url, 'sleep-issues--player', 'authoring-player', async (story) => {
      const stage = story.getByRole('region', { name: 'What the visitor sees' });
      await stage.getByText('Look at my nights').click();
      await stage.getByText('I wake too early and stay awake').click();
      await stage.getByRole('heading', { name: 'How long do you usually lie awake then?' }).waitFor();
    });
  } finally {
    await close();
  }
}

async function photographStory(
  browser: Browser,
  url: string,
  story: string,
  name: string,
  act: (story: FrameLocator) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await withPage(browser, { viewport: screen, deviceScaleFactor: 1 }, async (page) => {
    await page.goto(`${url}?path=/story/${story}&globals=motion:reduced&panel=false`);
    await finished(page);
    await act(page.frameLocator('#storybook-preview-iframe'));
    await writePicture(page, name, { x: 0, y: 0, ...screen });
  });
}

/** Waits until the story has played what it plays as a test. */
async function finished(page: Page): Promise<void> {
  await page.locator('#storybook-preview-iframe').waitFor();
  await page.waitForFunction(() => {
    const frame = document.querySelector<HTMLIFrameElement>('#storybook-preview-iframe')!.contentWindow!;
    const channel = Reflect.get(frame, '__STORYBOOK_ADDONS_CHANNEL__') as
      { readonly last: (event: string) => unknown } | undefined;
    return channel?.last('storyFinished') !== undefined;
  });
}
