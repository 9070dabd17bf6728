import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { I18nextProvider } from 'react-i18next';
import { createI18n, loadWords } from '../../../web/i18n.ts';
import { SessionSample } from '../../../web/pages/sample/SessionSample.tsx';
import { SiteContext } from '../../../web/site.ts';
import { site } from '../cabinet/show-cabinet.tsx';
import { FakeAudio, sounding } from '../player/fake-audio.ts';
import { show } from '../ui/show.tsx';

const session = { title: 'Slow tide', minutes: 20, voice: 'Waves', sample: '/api/v1/content/slow-tide/sample/' };
const stop = page.getByRole('button', { name: 'Stop the sample' });
const play = page.getByRole('button', { name: 'Play 30 seconds in the sound of “Slow tide”' });

beforeEach(() => {
  FakeAudio.made.length = 0;
  vi.stubGlobal('Audio', FakeAudio);
});

const i18n = createI18n('en');
i18n.addResourceBundle('en', 'results', await loadWords('en', 'results'));

const sample = (shown: typeof session | null) => (
  <I18nextProvider i18n={i18n}>
    <SiteContext value={site}>
      <SessionSample session={shown} />
    </SiteContext>
  </I18nextProvider>
);

test('a sample is not fetched before it is asked for, and plays and stops by one button', async () => {
  show(sample(session));
  await expect.element(play).toBeVisible();
  expect(FakeAudio.made).toEqual([]);
  await play.click();
  expect(sounding()).toMatchObject({ src: session.sample, paused: false });
  await stop.click();
  expect(sounding()).toMatchObject({ src: '', paused: true });
  await expect.element(play).toHaveFocus();
});

test('a sample that does not load says so aloud, in the place that it had, and can be tried again', async () => {
  show(sample(session));
  const place = page.getByRole('region', { name: 'Hear how it sounds' });
  const height = place.element().clientHeight;
  await play.click();
  sounding().does('error');
  await expect.element(page.getByRole('status')).toHaveTextContent('It didn’t load. Check your connection.');
  expect(place.element().clientHeight).toBe(height);
  await play.click();
  expect(FakeAudio.made).toHaveLength(2);
  await expect.element(stop).toBeVisible();
  await expect.element(page.getByRole('status')).toBeEmptyDOMElement();
});

test('the sound ends with the page', async () => {
  const shown = show(sample(session));
  await play.click();
  const sound = sounding();
  shown.show(<p>Another page</p>);
  await expect.poll(() => sound.src).toBe('');
});

test('its place is kept while the session is not known yet', async () => {
  const shown = show(sample(null));
  const place = page.getByRole('region', { name: 'Hear how it sounds' });
  const { clientHeight } = place.element();
  shown.show(sample(session));
  await expect.element(play).toBeVisible();
  expect(place.element().clientHeight).toBe(clientHeight);
});
