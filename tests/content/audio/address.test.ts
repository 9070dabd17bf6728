import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { audioAddressSeconds, issueAudioUrl, readAudioTicket } from '../../../api/content/audio/address.ts';
import { createKeys } from '../../../api/platform/keys.ts';

const { audioAddress: key, accessToken: otherKey } = createKeys('a secret of at least thirty-two characters');
const now = new Date('2026-05-10T11:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

const about = fc.record({
  contentId: fc.stringMatching(/^[a-z][a-z0-9-]{0,40}$/),
  userId: fc.uuid(),
  loginId: fc.uuid(),
  locale: fc.constantFrom('en' as const, 'es' as const),
});
const ticketIn = (url: string) => /\/audio\/([\w-]+)\/$/.exec(url)![1]!;

describe('the address of audio', () => {
  it('says who may hear what, to those who have the key', () => {
    fc.assert(
      fc.property(about, (about) => {
        const url = issueAudioUrl(key, { ...about, now });
        expect(url).toMatch(`/api/v1/content/${about.contentId}/audio/`);
        const asked = { contentId: about.contentId, ticket: ticketIn(url), now };
        expect(readAudioTicket(key, asked)).toEqual({ ...about, issuedAt: now });
        expect(readAudioTicket(otherKey, asked)).toBeNull();
      }),
    );
  });

  it('is worth nothing with any character changed, added or left out, nor for another session', () => {
    const ticketAndPlace = fc.tuple(about, fc.nat(93), fc.stringMatching(/^[\w-]?$/), fc.boolean());
    fc.assert(
      fc.property(ticketAndPlace, ([about, place, character, isAdded]) => {
        const ticket = ticketIn(issueAudioUrl(key, { ...about, now }));
        const changed = ticket.slice(0, place) + character + ticket.slice(isAdded ? place : place + 1);
        fc.pre(changed !== ticket);
        expect(readAudioTicket(key, { contentId: about.contentId, ticket: changed, now })).toBeNull();
        expect(readAudioTicket(key, { contentId: `${about.contentId}-2`, ticket, now })).toBeNull();
      }),
    );
  });

  it('is good for an hour', () => {
    const [one] = fc.sample(about, 1);
    const ticket = ticketIn(issueAudioUrl(key, { ...one!, now }));
    const readAt = (now: Date) => readAudioTicket(key, { contentId: one!.contentId, ticket, now });
    expect(readAt(later(audioAddressSeconds - 1))).toEqual({ ...one, issuedAt: now });
    expect(readAt(later(audioAddressSeconds))).toBe('expired');
  });

  it.each(['', 'x', 'é'.repeat(94), 'A'.repeat(94), 'A'.repeat(9_400)])('is not %j', (ticket) => {
    expect(readAudioTicket(key, { contentId: 'a', ticket, now })).toBeNull();
  });
});
