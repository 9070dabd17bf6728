import { describe, expect, test, vi } from 'vitest';
import { createDelivery } from '../../../../web/analytics/services/open-services.ts';
import type { ServiceEvent } from '../../../../web/analytics/services/ledger.ts';
import { ledgerKeys, removeEntry } from '../../../../web/storage.ts';
import { withhold, markSent, record, waitingFor } from '../../../../web/analytics/services/ledger.ts';
import type { Service } from '../../../../web/analytics/services/service.ts';
import { emptyStorage } from './browser.ts';

const stored = emptyStorage();

const goal = (name: string): ServiceEvent => ({ id: `v:${name}`, type: 'goal', funnel: 'sleep-issues', goal: name });
const waiting = () => waitingFor('googleAnalytics').map(({ id }) => id);

/** A service that notes what it is told; `confirm` says of all of it that it has it. */
function fakeService({ confirms = true, ...parts }: Partial<Service> & { confirms?: boolean } = {}) {
  const told: string[] = [];
  const confirmations: (() => void)[] = [];
  const open = vi.fn<Service['open']>(async () => ({
    send: ({ id }) => {
      told.push(id);
      return confirms ? Promise.resolve() : new Promise((resolve) => confirmations.push(resolve));
    },
  }));
  const service: Service = { name: 'googleAnalytics', isFor: () => true, wants: () => true, open, ...parts };
  return { service, told, open, confirm: () => confirmations.forEach((resolve) => resolve()) };
}

/** Locks as the tabs of a browser share them. */
function createLocks(): Pick<LockManager, 'request'> {
  const held = new Set<string>();
  const request = async (name: string, _options: LockOptions, work: (lock: Lock | null) => Promise<void>) => {
    if (held.has(name)) return work(null);
    held.add(name);
    try {
      await work({ name, mode: 'exclusive' });
    } finally {
      held.delete(name);
    }
  };
  return { request } as unknown as Pick<LockManager, 'request'>;
}

describe('what has happened', () => {
  test('is noted once', () => {
    expect([record(goal('start')), record(goal('start')), record(goal('finish'))]).toEqual([true, false, true]);
    expect(waiting()).toEqual(['v:start', 'v:finish']);
  });

  test('waits for each service that has not got it', () => {
    record(goal('start'));
    markSent('googleAnalytics', 'v:start');
    expect(waiting()).toEqual([]);
    expect(waitingFor('yandexMetrica')).toHaveLength(1);
  });

  test('while services are refused is never sent', () => {
    record(goal('start'));
    withhold();
    record(goal('finish'));
    expect(waiting()).toEqual(['v:finish']);
  });

  test('is forgotten with all else, and never grows without end', () => {
    for (let visit = 0; visit < 100; visit += 1) record(goal(`goal_${visit}`));
    expect(waiting()).toHaveLength(60);
    expect(waiting().at(-1)).toBe('v:goal_99');
    Object.values(ledgerKeys).forEach(removeEntry);
    expect([...stored.keys()]).toEqual([]);
  });

  test('that was stored by somebody else is no harm', () => {
    stored.set('goals', '{"a":1}');
    stored.set('goals:googleAnalytics', 'no JSON');
    expect(record(goal('start'))).toBe(true);
    expect(waiting()).toEqual(['v:start']);
  });
});

describe('a service', () => {
  test('gets each event once, however often and from how many tabs', async () => {
    record(goal('start'));
    const locks = createLocks();
    const { service, told, confirm } = fakeService({ confirms: false });
    const tabs = [createDelivery(service, locks), createDelivery(service, locks)];
    const rounds = tabs.flatMap(({ deliver }) => [deliver(false), deliver(false)]);
    await expect.poll(() => told).toEqual(['v:start']);
    confirm();
    await Promise.all(rounds);
    await Promise.all(tabs.map(({ deliver }) => deliver(false)));
    expect(told).toEqual(['v:start']);
  });

  test('is sent once by one tab also where browsers have no locks', async () => {
    record(goal('start'));
    const { service, told, confirm } = fakeService({ confirms: false });
    const { deliver } = createDelivery(service, undefined);
    const rounds = [deliver(false), deliver(false)];
    await expect.poll(() => told).toEqual(['v:start']);
    confirm();
    await Promise.all(rounds);
    expect(told).toEqual(['v:start']);
  });

  test('whose script did not come is tried again, on this page and on the next', async () => {
    record(goal('start'));
    const { service, told, open } = fakeService();
    open.mockRejectedValueOnce(new Error('blocked'));
    const { deliver } = createDelivery(service, createLocks());
    await deliver(false);
    expect([told, waiting()]).toEqual([[], ['v:start']]);
    await deliver(false);
    expect(told).toEqual(['v:start']);
    record(goal('finish'));
    await createDelivery(service, createLocks()).deliver(false);
    expect(told).toEqual(['v:start', 'v:finish']);
  });

  test('has what is on its way as the page goes; what got stuck is sent again', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    record(goal('start'));
    const { service, told } = fakeService({ confirms: false });
    const { deliver, assumeDelivered } = createDelivery(service, createLocks());
    void deliver(false);
    await expect.poll(() => told).toEqual(['v:start']);
    vi.advanceTimersByTime(6_000);
    record(goal('finish'));
    void deliver(false);
    await expect.poll(() => told).toEqual(['v:start', 'v:finish']);
    assumeDelivered();
    expect(waiting()).toEqual(['v:start']);
    vi.useRealTimers();
  });

  test('is not even opened where there is nothing for it, unless the page itself is of interest', async () => {
    record(goal('start'));
    const deaf = fakeService({ wants: () => false });
    const { deliver } = createDelivery(deaf.service, createLocks());
    await deliver(false);
    expect(deaf.open).not.toHaveBeenCalled();
    await deliver(true);
    await deliver(true);
    expect(deaf.open).toHaveBeenCalledOnce();
    const stranger = fakeService({ isFor: () => false });
    await createDelivery(stranger.service, createLocks()).deliver(true);
    expect(stranger.open).not.toHaveBeenCalled();
  });
});
