import { type BrowserContext, expect, type Page } from '@playwright/test';
import { issueAudioUrl } from '../../api/content/audio/address.ts';
import { askSession, claimsOf, played } from './listener.ts';
import { enterAsMember, logInto, test } from './member.ts';
import { buyPlan } from './payment-visitor.ts';
import { serverKeys } from './shared-with-server.ts';

/** What the page of this browser gets from an address: how it is answered, and with what. */
const fetchFrom = (page: Page, address: string): Promise<readonly [status: number, what: string | null]> =>
  page.evaluate(async (url) => {
    const response = await fetch(url, { headers: { Range: 'bytes=100-199' }, cache: 'no-store' });
    if (response.ok) return [response.status, response.headers.get('Content-Range')];
    return [response.status, ((await response.json()) as { code: string }).code];
  }, address);

/** A page of the site for anyone who has this browser. */
async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/terms-of-service');
  return page;
}

test("a session's address is for one member, one log-in and an hour", async ({ context, browser }) => {
  const member = await enterAsMember(context);
  await buyPlan(context, 'basic');
  const page = await openPage(context);
  const { audioUrl } = await askSession(context);
  expect(await fetchFrom(page, audioUrl)).toEqual([206, expect.stringMatching(/^bytes 100-199\/\d{7}$/)]);

  const other = await browser.newContext();
  const stranger = await openPage(other);
  expect(await fetchFrom(stranger, audioUrl)).toEqual([401, 'not_signed_in']);
  await enterAsMember(other);
  await buyPlan(other, 'basic');
  expect(await fetchFrom(stranger, audioUrl)).toEqual([400, 'link_invalid']);
  await other.close();

  const ticket = { contentId: played.id, locale: 'en', ...(await claimsOf(context)) } as const;
  const anHourAgo = new Date(Date.now() - 3_601_000);
  const old = issueAudioUrl(serverKeys.audioAddress, { ...ticket, now: anHourAgo });
  expect(await fetchFrom(page, old)).toEqual([410, 'link_expired']);
  const ofOtherSession = audioUrl.replace(played.id, 'one-lamp-on');
  expect(await fetchFrom(page, ofOtherSession)).toEqual([400, 'link_invalid']);
  const tampered = audioUrl.replace(/.(?=.{9}\/$)/, (letter) => (letter === 'A' ? 'B' : 'A'));
  expect(await fetchFrom(page, tampered)).toEqual([400, 'link_invalid']);

  const { accessToken, refreshToken } = member;
  const left = await context.request.post('/api/v1/auth/logout/', { data: { accessToken, refreshToken } });
  expect(left.status()).toBe(204);
  await logInto(context, member); // the cookie that somebody may have kept
  expect(await fetchFrom(page, audioUrl)).toEqual([401, 'not_signed_in']);
});
