import { chromium, type Browser, type Page } from 'playwright';
import { browserArgs } from '../harness/browser-args.ts';
import { readPicture, type Picture } from './picture.ts';

export type Theme = 'light' | 'dark';

/** As wide as a small phone, and so high that no step scrolls. */
const phone = { width: 360, height: 1200 };

/**
 * Pictures of what nobody touches: nothing moves, no cursor blinks. Letters are as wide as the typeface says on every
 * machine, so that lines break alike. A step is as high as what it shows: on so high a phone its controls would stand far
 * below its words.
 */
const still = `[data-step] { min-height: 0 !important; } *, *::before, *::after { animation: none !important; transition: none !important; caret-color: transparent !important; text-rendering: geometricPrecision !important; }`;

/** A Chromium for pictures. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'];
  const args = [...browserArgs, '--disable-lcd-text', '--force-color-profile=srgb'];
  return chromium.launch({ args, ...(executablePath && { executablePath }) });
}

/** A page of Storybook that shows one story after the other. */
export interface Camera {
  readonly page: Page;
  /** Shows a story; resolves when it stands as it is tested. Rejects if it fails. */
  readonly show: (id: string) => Promise<void>;
  /** Shows the story on the page by light or dark; the next ones too. */
  readonly turn: (theme: Theme) => Promise<void>;
  /** The picture of what is shown, from its top to its end. */
  readonly take: () => Promise<Picture>;
}

/** Opens Storybook without its sidebar, still and light. A picture has `density` pixels for each of the page, both ways. */
export async function openCamera(browser: Browser, url: string, density = 1): Promise<Camera> {
  const page = await browser.newPage({ viewport: phone, deviceScaleFactor: density, reducedMotion: 'reduce' });
  await page.addInitScript(holdSteps);
  await page.goto(`${url}iframe.html?viewMode=story`);
  await page.waitForSelector('.sb-show-nopreview'); // it is ready, and misses a story
  await page.evaluate(emit, {
    event: 'updateGlobals',
    payload: { globals: { motion: 'reduced', a11y: { manual: true } } },
  });
  await page.addStyleTag({ content: still });
  let shown: string | undefined;
  const session = await page.context().newCDPSession(page);
  return {
    page,
    show: async (id) => {
      const event = id === shown ? 'forceRemount' : 'setCurrentStory';
      shown = id;
      await page.evaluate(emit, { event, payload: { storyId: id, viewMode: 'story' }, until });
    },
    turn: (theme) => page.evaluate(emit, { event: 'updateGlobals', payload: { globals: { theme } }, until }),
    take: async () => {
      await page.evaluate(loadImages);
      const height = await page.evaluate(contentHeight);
      const clip = { x: 0, y: 0, width: phone.width, height, scale: density };
      const captureBeyondViewport = height > phone.height;
      const how = { format: 'png', clip, captureBeyondViewport, optimizeForSpeed: true } as const;
      const { data } = await session.send('Page.captureScreenshot', how);
      return readPicture(Buffer.from(data, 'base64'));
    },
  };
}

/** The phase of Storybook in which a story stands: what follows is a wait of 100 ms for movements, of which there are none. */
const until = 'completing';

interface Channel {
  readonly on: (event: string, listener: (payload: unknown) => void) => void;
  readonly off: (event: string, listener: (payload: unknown) => void) => void;
  readonly once: (event: string, listener: (payload: unknown) => void) => void;
  readonly emit: (event: string, payload: unknown) => void;
}

interface Message {
  readonly event: string;
  readonly payload: unknown;
  readonly until?: string;
}

/** Runs in the page: tells Storybook something, and waits for its answer. */
function emit({ event, payload, until }: Message): Promise<void> {
  const channel = Reflect.get(window, '__STORYBOOK_ADDONS_CHANNEL__') as Channel;
  return new Promise((resolve, reject) => {
    for (const failure of ['storyErrored', 'storyThrewException', 'storyMissing', 'playFunctionThrewException'])
      channel.once(failure, (error) => reject(new Error(`${failure}: ${JSON.stringify(error)}`)));
    const whenThere = (phase: unknown) => {
      if (Reflect.get(phase as object, 'newPhase') !== until) return;
      channel.off('storyRenderPhaseChanged', whenThere);
      // On the screen with the next frame but one.
      requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    };
    if (until === undefined) resolve();
    else channel.on('storyRenderPhaseChanged', whenThere);
    setTimeout(() => reject(new Error(`No ${until} after ${event} ${JSON.stringify(payload)}`)), 20_000);
    channel.emit(event, payload);
  });
}

/** Runs in the page: a loader stays at its first line however long the picture takes. Shorter and longer waits are Storybook's and ours. */
function holdSteps(): void {
  const wait = window.setTimeout as (run: TimerHandler, ms?: number) => number;
  const held = (run: TimerHandler, ms = 0) => wait(run, ms >= 1000 && ms <= 10_000 ? ms * 100 : ms);
  window.setTimeout = held as unknown as typeof setTimeout;
}

/** Runs in the page: resolves when all pictures can be painted, those of style sheets too. */
async function loadImages(): Promise<void> {
  const images = [...document.querySelectorAll<HTMLImageElement>('#storybook-root img')];
  for (const image of images) image.loading = 'eager';
  const backgrounds = [...document.querySelectorAll('#storybook-root *')].flatMap((element) =>
    [...getComputedStyle(element).backgroundImage.matchAll(/url\("([^"]+)"\)/g)].map(([, url]) =>
      Object.assign(new Image(), { src: url }),
    ),
  );
  await Promise.allSettled([...images, ...backgrounds].map((image) => image.decode())); // one that is broken is seen to be
}

/** Runs in the page: where what is shown ends. */
function contentHeight(): number {
  const parts = [...document.querySelectorAll('#storybook-root main > *')];
  return Math.ceil(Math.max(...parts.map((part) => part.getBoundingClientRect().bottom)) + 24);
}
