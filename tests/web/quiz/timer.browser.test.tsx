import { hydrateRoot } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Timer } from '../../../web/quiz/display/Timer.tsx';
import { painted, show } from '../ui/show.tsx';
import { stopTimers } from '../ui/timers.ts';

const timer = { seconds: 90, ended: 'The time is over.', ids: ['night:pause', 'night:rest'] };
const words = (key: string) => (key === 'rare:timer.minute_left' ? 'One minute left.' : key);

let now: number;
beforeEach(() => {
  localStorage.clear();
  stopTimers();
  now = Date.UTC(2026, 10, 23, 8);
  vi.spyOn(Date, 'now').mockImplementation(() => now);
});

function element({ locale = 'en', ...other }: Partial<typeof timer> & { readonly locale?: string } = {}) {
  return (
    <>
      <h1 id="heading">Breathe</h1>
      <Timer timer={{ ...timer, ...other }} headingId="heading" locale={locale} t={words as never} />
    </>
  );
}
/** The page as it is opened again. */
const open = (...props: Parameters<typeof element>) => {
  for (const old of document.querySelectorAll('body > div')) old.remove();
  return show(element(...props));
};
async function pass(seconds: number): Promise<void> {
  for (let left = seconds * 1000; left > 0; left -= 500) {
    now += 500;
    vi.advanceTimersByTime(500);
  }
  await painted();
}
const clock = page.getByRole('timer', { name: 'Breathe' });
const time = () => clock.element().querySelector('time')!;
const digits = () => time().querySelector('[aria-hidden]')!.textContent;
const read = () => time().querySelector('.unseen')!.textContent;
const said = page.getByRole('status');

test('a timer counts down by the clock, and says its last minute and its end', async () => {
  open();
  expect([digits(), read(), time().dateTime]).toEqual(['1:30', '1 minute, 30 seconds', 'PT90S']);
  await pass(29.5);
  expect(digits()).toBe('1:01');
  await expect.element(said).toHaveTextContent('');
  await pass(1);
  expect([digits(), read()]).toEqual(['1:00', '1 minute']);
  await expect.element(said).toHaveTextContent('One minute left.');
  await pass(12);
  await expect.element(said).toHaveTextContent('');
  await pass(47);
  expect(digits()).toBe('0:01');
  await pass(1);
  expect([digits(), read(), time().dateTime]).toEqual(['0:00', '0 seconds', 'PT0S']);
  await expect.element(said).toHaveTextContent('The time is over.');
  expect(vi.getTimerCount()).toBe(0);
});

test('after the phone has slept it is right at once', async () => {
  open({ seconds: 7200 });
  expect(digits()).toBe('2:00:00');
  now += 3_599_000;
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await painted();
  expect([digits(), read()]).toEqual(['1:00:01', '1 hour, 1 second']);
  now += 3_601_000;
  dispatchEvent(new Event('pageshow'));
  await expect.element(said).toHaveTextContent('The time is over.');
});

test('its end stays over reloads, other languages, a new length and a new id, and it never runs again', async () => {
  open();
  await pass(30);
  open();
  expect(digits()).toBe('1:00');
  open({ locale: 'es', seconds: 600, ids: ['night:break', 'night:pause'] });
  expect([digits(), read()]).toEqual(['1:00', '1 minuto']);
  open({ ids: ['night:other'] });
  expect(digits()).toBe('1:30');
  now += 86_400_000;
  open();
  expect(digits()).toBe('0:00');
  await expect.element(said).toHaveTextContent('The time is over.');
  expect({ ...localStorage }).toEqual({
    'timer:night:pause': String(Date.UTC(2026, 10, 23, 8, 1, 30)),
    'timer:night:other': String(Date.UTC(2026, 10, 23, 8, 2)),
  });
});

test('where storage is off it still counts, and what is no time there is written again', async () => {
  localStorage.setItem('timer:night:pause', '"soon"');
  open();
  expect(digits()).toBe('1:30');
  const off = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('off');
  });
  open({ ids: ['night:off'] });
  await pass(90);
  await expect.element(said).toHaveTextContent('The time is over.');
  off.mockRestore();
});

test('a page that came with the whole time is taken over as it is, and then shows the rest', async () => {
  open();
  const html = document.querySelector('body > div')!.innerHTML;
  await pass(60);
  open({ ids: ['night:none'] });
  const place = document.querySelector('body > div')!.appendChild(document.createElement('div'));
  place.innerHTML = html;
  const complaint = vi.fn();
  const root = hydrateRoot(place, element(), { onRecoverableError: complaint });
  await expect.poll(() => place.querySelector('time')!.dateTime).toBe('PT30S');
  expect(complaint).not.toHaveBeenCalled();
  root.unmount();
});
