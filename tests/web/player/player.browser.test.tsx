import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import type * as content from '../../../web/pages/cabinet/content.ts';
import { setFullPlayerOpen } from '../../../web/pages/cabinet/player/full-player.ts';
import { player } from '../../../web/pages/cabinet/player/player.ts';
import { PlaySession } from '../../../web/pages/cabinet/PlaySession.tsx';
import { ApiProblem } from '../../../web/session/api-client.ts';
import { showCabinet } from '../cabinet/show-cabinet.tsx';
import { stopTimers } from '../ui/timers.ts';
import { FakeAudio, sounding } from './fake-audio.ts';
import { fresh, session } from './open-player.ts';

vi.mock('../../../web/session/account.ts', () => import('../cabinet/fake-account.ts'));
vi.mock('../../../web/pages/cabinet/offline/saved.ts', async (original) => ({
  ...(await original<object>()),
  useSaved: () => new Set(['slow-tide']),
}));
vi.mock('../../../web/pages/cabinet/content.ts', async (original) => ({
  ...(await original<typeof content>()),
  addressOf: (path: string) => path,
  content: { ...calls, onProgress: () => () => {} },
}));

const calls = vi.hoisted(() => ({
  one: vi.fn<typeof content.content.one>(),
  checkSound: vi.fn<typeof content.content.checkSound>(),
  start: vi.fn<typeof content.content.start>(),
  finish: vi.fn<typeof content.content.finish>(),
  dashboard: vi.fn<typeof content.content.dashboard>(),
}));

const bar = page.getByRole('region', { name: /^(Player|Reproductor)$/ });
const dialog = page.getByRole('dialog', { name: 'Slow tide' });
const slider = dialog.getByRole('slider', { name: 'Position' });

const rain = session({ id: 'rain', title: 'Rain on the roof', imageUrl: 'data:,' });
/** The second week of the plan names these. */
const weekOf = (...sessions: readonly content.ContentItem[]) =>
  ({ plan: { week: 2, over: false, sessions }, recommended: [] }) as unknown as content.Dashboard;

beforeEach(() => {
  vi.stubGlobal('Audio', FakeAudio);
  calls.dashboard.mockResolvedValue(weekOf(session(), rain));
  calls.one.mockResolvedValue(fresh({ positionSeconds: 65 }));
  calls.checkSound.mockResolvedValue();
});
afterEach(() => {
  player.close();
  setFullPlayerOpen(false);
  vi.restoreAllMocks();
});

/** The cabinet with a session that plays, at 1:05. */
async function listen(locale: 'en' | 'es' = 'en'): Promise<void> {
  showCabinet(<p>The page</p>, { locale });
  player.play(session());
  await expect.poll(() => player.view().status).toBe('playing');
  await expect.element(bar).toBeVisible();
}

async function openFull(): Promise<void> {
  await bar.getByRole('button', { name: 'Open the player: Slow tide' }).click();
  await expect.element(dialog).toBeVisible();
}

/** The full player comes from below, beginning a frame or more after it is there. */
async function untilUp(full: Element): Promise<void> {
  await expect.poll(() => full.hasAttribute('data-starting-style')).toBe(false);
  await Promise.all(full.getAnimations().map(({ finished }) => finished));
}

describe('the bar', () => {
  test('is there while something is loaded, on every page of the cabinet', async () => {
    showCabinet(<p>The page</p>);
    expect(bar.query()).toBeNull();
    player.play(session());
    await expect.element(bar.getByRole('button', { name: 'Pause' })).toBeVisible();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect.element(bar.getByRole('button', { name: 'Pause' })).toBeVisible();
    await bar.getByRole('button', { name: 'Stop and close the player' }).click();
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(page.getByRole('main')).toHaveFocus();
  });

  test('covers nothing of the end of the page', async () => {
    await listen();
    await expect.poll(covered).toBeLessThanOrEqual(1);
  });

  test('pauses and goes on', async () => {
    await listen();
    await bar.getByRole('button', { name: 'Pause' }).click();
    expect(sounding().paused).toBe(true);
    await bar.getByRole('button', { name: 'Play', exact: true }).click();
    expect(sounding().paused).toBe(false);
  });

  test('says that the connection is lost, once and aloud', async () => {
    await listen();
    calls.one.mockRejectedValue(new Error('offline'));
    sounding().error = { code: 2 };
    sounding().does('error');
    await expect.element(page.getByRole('status').last()).toHaveTextContent('You’re offline.');
  });

  test('leads to the plans where the access is over', async () => {
    await listen();
    calls.one.mockRejectedValue(new ApiProblem(403, { code: 'no_access' }));
    sounding().error = { code: 2 };
    sounding().does('error');
    await expect
      .element(bar.getByRole('link', { name: 'Go to the payment page' }))
      .toHaveAttribute('href', '/cabinet/payment');
  });
});

describe.each([
  ['en', 'We’re preparing this session. It starts by itself.', 'The sound didn’t load'],
  ['es', 'Estamos preparando esta sesión. Empezará sola.', 'No se ha podido cargar el audio'],
] as const)('a session that the server has not made yet, in %s', (locale, words, error) => {
  test('is said to be prepared, in the bar and aloud, until it plays by itself', async () => {
    calls.checkSound.mockRejectedValueOnce(new ApiProblem(409, { code: 'being_prepared' }));
    await listen(locale);
    sounding().error = { code: 4 };
    sounding().does('error');
    await expect.element(bar).toHaveTextContent(words);
    await expect.element(bar.getByRole('status')).toHaveTextContent(words);
    await expect.element(bar).not.toHaveTextContent(error);
    await expect.poll(() => player.view().status).toBe('playing');
    expect(calls.checkSound).toHaveBeenLastCalledWith(fresh().audioUrl);
    await expect.element(bar).not.toHaveTextContent(words);
  });
});

describe('the full player', () => {
  test('keeps the way back in sight while the rest scrolls on a small phone', async () => {
    const { innerWidth: width, innerHeight: height } = window;
    await page.viewport(360, 640);
    onTestFinished(() => page.viewport(width, height));
    await listen();
    await openFull();
    const back = dialog.getByRole('button', { name: 'Minimize the player' });
    const full = dialog.element();
    await untilUp(full);
    const { top } = back.element().getBoundingClientRect();
    full.scrollTo(0, full.scrollHeight);
    expect(full.scrollTop).toBeGreaterThan(50);
    expect(back.element().getBoundingClientRect().top).toBe(top);
  });

  test('has a slider that says where the listener is, and goes by keys', async () => {
    await listen();
    await openFull();
    await expect.element(slider).toHaveAttribute('aria-valuetext', '1 minute 5 seconds of 20 minutes 0 seconds');
    (slider.element() as HTMLElement).focus();
    for (const [key, position] of [
      ['{ArrowRight}', 70],
      ['{ArrowLeft}', 65],
      ['{PageUp}', 125],
      ['{Home}', 0],
      ['{End}', 1_200],
    ] as const) {
      await userEvent.keyboard(key);
      expect(player.view().positionSeconds).toBe(position);
    }
  });

  test('opens when a session is started, and not when what is loaded goes on', async () => {
    showCabinet(<PlaySession item={session()} isLoaded={false} isPlaying={false} look="words" />);
    await page.getByRole('button', { name: 'Play, Slow tide, 20 minutes' }).click();
    await expect.element(dialog).toBeVisible();
    await expect.poll(() => player.view().status).toBe('playing');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await userEvent.keyboard('kk');
    expect(player.view().wanted).toBe(true);
    expect(dialog.query()).toBeNull();
  });

  test('sets the sleep timer by its chips, by tap and by key, and says what is saved', async () => {
    await listen();
    await openFull();
    await expect.element(dialog.getByText('Saved on this device')).toBeVisible();
    const chip = (name: string) => dialog.getByRole('radiogroup', { name: 'Sleep timer' }).getByRole('radio', { name });
    await expect.element(chip('Off')).toBeChecked();
    await chip('20 min').click();
    await expect.element(dialog.getByText(/^Fades out in (?:20:00|19:\d\d)$/)).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(chip('30 min')).toBeChecked();
    expect(player.view().sleep?.choice).toBe(30);
    await userEvent.keyboard('k');
    expect(player.view().wanted).toBe(false);
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    expect(player.view().sleep).toBeNull();
  });

  test('has a speed only for a recording', async () => {
    await listen();
    await openFull();
    const speed = dialog.getByRole('combobox', { name: 'Speed' });
    expect(speed.query()).toBeNull();
    calls.one.mockResolvedValue(fresh({ speaker: 'Ada' }));
    player.close();
    player.play(session({ speaker: 'Ada' }));
    await speed.selectOptions('1.25×');
    expect(sounding()).toMatchObject({ playbackRate: 1.25 });
    player.setSpeed(1);
  });

  test.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['its arrow', () => dialog.getByRole('button', { name: 'Minimize the player and keep listening' }).click()],
  ])('is minimised by %s, and the sound goes on', async (_, minimise) => {
    await listen();
    await openFull();
    await minimise();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(player.view().status).toBe('playing');
  });

  test('is stopped by its cross, and the focus is on the page', async () => {
    await listen();
    await openFull();
    await dialog.getByRole('button', { name: 'Stop and close the player' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(player.view().item).toBeNull();
    await expect.element(page.getByRole('main')).toHaveFocus();
  });

  test('fills the window, is as dark on a light page as the bar, and says what the session is', async () => {
    await listen();
    expect(getComputedStyle(bar.element()).colorScheme).toBe('dark');
    await openFull();
    const { width, height } = dialog.element().getBoundingClientRect();
    expect([width, height]).toEqual([window.innerWidth, window.innerHeight]);
    expect(getComputedStyle(dialog.element()).colorScheme).toBe('dark');
    const picture = dialog.element().querySelector('img')!.getBoundingClientRect();
    const title = dialog.getByRole('heading', { name: 'Slow tide' }).element().getBoundingClientRect();
    expect(picture.bottom <= title.top || picture.right <= title.left).toBe(true);
    await expect.element(dialog).toHaveAccessibleDescription('Let the day go out with the tide.');
  });

  test('says what is about to follow, here and in the bar, and leaves it at that when it is asked to', async () => {
    await listen();
    await openFull();
    await dialog.getByRole('combobox', { name: 'When it ends' }).selectOptions('next');
    stopTimers(); // nothing is counted down
    sounding().does('ended');
    await expect.element(dialog).toHaveTextContent('“Rain on the roof” starts in 15 s');
    await expect.element(dialog.getByRole('status')).toHaveTextContent('“Rain on the roof” starts soon.');
    await dialog.getByRole('button', { name: 'Minimize' }).click();
    await bar.getByRole('button', { name: 'Not now' }).click();
    await expect.element(bar).toHaveTextContent('Finished. Rest well.');
    await expect.element(bar.getByRole('button', { name: 'Play again' })).toHaveFocus();
  });

  test('keeps the keyboard’s focus where a button goes with what it has done', async () => {
    await listen();
    await openFull();
    player.setEnding('next');
    stopTimers();
    sounding().does('ended');
    await expect.element(dialog.getByRole('button', { name: 'Not now' })).toBeVisible();
    (dialog.getByRole('button', { name: 'Not now' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByRole('button', { name: 'Play again' })).toHaveFocus();
  });

  test('leaves the keyboard’s focus alone that has gone elsewhere before', async () => {
    await listen();
    player.setEnding('next');
    stopTimers();
    sounding().does('ended');
    const [stay, link] = [bar.getByRole('button', { name: 'Not now' }), page.getByRole('link', { name: 'Dashboard' })];
    await expect.element(stay).toBeVisible();
    (stay.element() as HTMLElement).focus();
    (link.element() as HTMLElement).focus();
    player.stay();
    await expect.element(stay).not.toBeInTheDocument();
    (link.element() as HTMLElement).blur();
    player.seekTo(10);
    await expect.element(bar).toHaveTextContent('0:10');
    expect(document.activeElement).toBe(document.body);
  });

  test.each([
    ['high', 375, 667],
    ['wide', 844, 390],
  ])(
    'leaves its buttons where they are while the sound is waited for and what follows comes, in a %s window',
    async (_, ...size) => {
      const { innerWidth, innerHeight } = window;
      onTestFinished(() => page.viewport(innerWidth, innerHeight));
      await page.viewport(...size);
      let tellDashboard!: (dashboard: content.Dashboard) => void;
      calls.dashboard.mockReturnValue(new Promise((resolve) => (tellDashboard = resolve)));
      calls.one.mockResolvedValue(fresh(rain));
      showCabinet(<p>The page</p>);
      player.play(rain);
      await expect.poll(() => player.view().status).toBe('playing');
      await bar.getByRole('button', { name: 'Open the player: Rain on the roof' }).click();
      const full = page.getByRole('dialog', { name: 'Rain on the roof' });
      const pause = full.getByRole('button', { name: 'Pause' }).element();
      await untilUp(full.element());
      const place = () => pause.getBoundingClientRect().top;
      const before = place();
      sounding().does('waiting');
      await expect.element(full.getByText('Waiting for the network…')).toBeVisible();
      expect.soft(place(), 'while it waits').toBe(before);
      sounding().does('playing');
      await expect.element(full.getByText('Waiting for the network…')).not.toBeInTheDocument();
      tellDashboard(weekOf(rain, session()));
      await expect.element(full.getByText('Slow tide')).toBeVisible();
      expect.soft(place(), 'with what follows').toBe(before);
    },
  );

  test('offers what follows in the plan, and plays it when it is asked to', async () => {
    await listen();
    await openFull();
    const next = dialog.getByRole('region', { name: 'Up next · week 2 of your four weeks' });
    await expect.element(next.getByText('Rain on the roof')).toBeVisible();
    sounding().does('ended');
    expect(player.view()).toMatchObject({ status: 'finished', item: { id: 'slow-tide' } });
    calls.one.mockResolvedValue(rain);
    await next.getByRole('button', { name: 'Play, Rain on the roof, 20 minutes' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Rain on the roof' })).toBeVisible();
    await expect.poll(() => player.view().status).toBe('playing');
  });
});

describe('the opening lines', () => {
  const opening = ['It’s raining, and you’re inside.', 'Breathe in slowly.', 'Notice the covers.', 'Let go.'];
  const lines = dialog.getByRole('list', { name: 'Opening lines' });
  const toggle = dialog.getByRole('switch', { name: 'Opening lines' });
  const opacityOf = (text: string) => getComputedStyle(lines.getByText(text).element()).opacity;

  /** The full player with a session that begins with its lines. */
  async function begin(item: Partial<content.ContentItem> = {}): Promise<void> {
    calls.one.mockResolvedValue(fresh({ opening, ...item }));
    showCabinet(<p>The page</p>);
    player.play(session({ opening, ...item }));
    await expect.poll(() => player.view().status).toBe('playing');
    setFullPlayerOpen(true);
    await expect.element(dialog).toBeVisible();
  }

  test('come one after the other with the sound, wait while it is paused, and come again from the beginning', async () => {
    await begin();
    await expect.poll(() => opacityOf(opening[0]!)).toBe('1');
    expect(opacityOf(opening[1]!)).toBe('0');
    player.seekTo(31);
    await expect.poll(() => opacityOf(opening[2]!)).toBe('1');
    player.pause();
    await expect.poll(() => [opacityOf(opening[0]!), opacityOf(opening[2]!)]).toEqual(['0', '1']);
    player.seekTo(61);
    await expect.poll(() => opacityOf('From here on there is only sound.')).toBe('1');
    player.seekTo(600);
    await expect.poll(() => opacityOf('From here on there is only sound.')).toBe('0');
    player.seekTo(0);
    await expect.poll(() => opacityOf(opening[0]!)).toBe('1');
  });

  test('are not shown where a listener goes on in the middle, and all of them are there to be read', async () => {
    await begin({ positionSeconds: 300 });
    for (const line of opening) expect(opacityOf(line)).toBe('0');
    expect(
      lines
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual([...opening, 'From here on there is only sound.']);
  });

  test('are switched off, also for the next time', async () => {
    await begin();
    await toggle.click();
    await expect.element(lines).not.toBeInTheDocument();
    expect(localStorage.getItem('playerLines')).toBe('false');
    player.close();
    player.play(session({ opening }));
    await expect.element(toggle).not.toBeChecked();
    expect(lines.query()).toBeNull();
    await userEvent.keyboard('k');
    (toggle.element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await expect.element(lines).toBeInTheDocument();
    localStorage.removeItem('playerLines');
  });

  test.each([
    ['a recording', { speaker: 'Ada' }],
    ['a session without any', { opening: [] }],
  ])('%s has none, and nothing to switch', async (_, item) => {
    await begin(item);
    expect(lines.query()).toBeNull();
    expect(toggle.query()).toBeNull();
  });

  test('change without a fade and over a circle that stands still for those who want less motion', async () => {
    await emulateMotion('reduce');
    onTestFinished(() => emulateMotion(''));
    await begin();
    const circle = lines.element().previousElementSibling!;
    expect([circle, ...lines.element().children].map((each) => getComputedStyle(each).transitionDuration)).toEqual(
      Array.from({ length: 6 }, () => '0s'),
    );
    expect(circle.getAnimations()).toEqual([]);
    player.seekTo(16);
    await expect.poll(() => lines.element().querySelector('[data-shown="true"]')?.textContent).toBe(opening[1]);
  });
});

test('on a locked screen, what follows begins in the turn in which a session ends', async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await listen();
  player.setEnding('next');
  await expect.poll(() => player.view().canSkip).toBe(true);
  sounding().does('ended');
  expect([player.view().item?.id, sounding().src, sounding().paused]).toEqual(['rain', rain.audioUrl, false]);
});

describe('keys', () => {
  test('play, pause and jump from anywhere on the page', async () => {
    await listen();
    await userEvent.keyboard('k');
    expect(player.view().wanted).toBe(false);
    await userEvent.keyboard(' ');
    expect(player.view().wanted).toBe(true);
    await userEvent.keyboard('ll');
    expect(player.view().positionSeconds).toBe(95);
    await userEvent.keyboard('j{ArrowLeft}{ArrowRight}');
    expect(player.view().positionSeconds).toBe(80);
  });

  test('stay with what is written and pressed', async () => {
    await listen();
    showCabinet(<input aria-label="Search" />);
    await page.getByRole('textbox', { name: 'Search' }).fill('');
    await userEvent.keyboard('kl j');
    expect(player.view()).toMatchObject({ wanted: true, positionSeconds: 65 });
  });
});

test('speaks Spanish', async () => {
  await listen('es');
  await bar.getByRole('button', { name: 'Pausar' }).click();
  await expect.element(page.getByRole('button', { name: 'Reproducir', exact: true })).toBeVisible();
});

/** What the listener wants of motion: `reduce`, or nothing. */
async function emulateMotion(value: string): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] });
}

/** How much of the page's end the bar covers, in pixels. */
function covered(): number {
  window.scrollTo(0, document.documentElement.scrollHeight);
  const footer = page.getByRole('contentinfo').element().getBoundingClientRect();
  return footer.bottom - bar.element().getBoundingClientRect().top;
}
