import { describe, expect, test, vi } from 'vitest';
import { removeReports, type PendingReport } from '../../../web/pages/cabinet/player/stored-reports.ts';
import { createOutbox, type ReportCalls } from '../../../web/pages/cabinet/player/reporter.ts';
import { ApiProblem } from '../../../web/session/api-client.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const report = (fields: Partial<PendingReport> = {}): PendingReport => ({
  kind: 'start',
  id: 'slow-tide',
  play: 'first',
  day: '2026-11-21',
  heard: 30,
  position: 130,
  knownPosition: 100,
  at: noon,
  ...fields,
});

/** The outbox of a user in a browser; `entries` is what the browser keeps between pages. */
function openOutbox(entries = new Map<string, string>(), userId = 'ana') {
  const calls = {
    positionOf: vi.fn<ReportCalls['positionOf']>(async () => 100),
    start: vi.fn<ReportCalls['start']>(async () => {}),
    finish: vi.fn<ReportCalls['finish']>(async () => {}),
  };
  const world = { now: noon, current: userId };
  const onRefused = vi.fn();
  const outbox = createOutbox({
    userId,
    storage: {
      getItem: (key) => entries.get(key) ?? null,
      setItem: (key, value) => entries.set(key, value),
      removeItem: (key) => entries.delete(key),
    },
    calls,
    now: () => world.now,
    isCurrent: () => world.current === userId,
    onRefused,
  });
  return { outbox, calls, world, entries, onRefused };
}

const trouble = [new Error('offline'), new ApiProblem(503), new ApiProblem(429)];

describe('a report', () => {
  test('is sent once, with its place', async () => {
    const { outbox, calls, entries } = openOutbox();
    outbox.put(report());
    await outbox.send();
    await outbox.send();
    expect(calls.start).toHaveBeenCalledExactlyOnceWith(report(), 130);
    expect(entries.size).toBe(0);
  });

  test.each(trouble)('outlives %s, and the page', async (error) => {
    const { outbox, calls, entries } = openOutbox();
    calls.start.mockRejectedValue(error);
    outbox.put(report());
    await outbox.send();
    const next = openOutbox(entries);
    expect(next.outbox.pending('slow-tide')).toEqual(report());
    await next.outbox.send();
    expect(next.calls.start).toHaveBeenCalledExactlyOnceWith(report(), 130);
  });

  test('takes the place of the one before it of the same time of listening', async () => {
    const { outbox, calls } = openOutbox();
    outbox.put(report());
    outbox.put(report({ heard: 60, position: 160 }));
    outbox.put(report({ play: 'second' }));
    await outbox.send();
    expect(calls.start.mock.calls.map(([{ play, heard }]) => [play, heard])).toEqual([
      ['first', 60],
      ['second', 30],
    ]);
  });

  test('that is written while the one before it is on its way is sent after it', async () => {
    const { outbox, calls } = openOutbox();
    calls.start.mockImplementationOnce(async () => outbox.put(report({ heard: 60, at: noon + 1 })));
    outbox.put(report());
    await outbox.send();
    expect(calls.start.mock.calls.map(([{ heard }]) => heard)).toEqual([30, 60]);
    expect(outbox.isEmpty()).toBe(true);
  });

  test.each([400, 404, 422])('that is hopeless (%i) does not hold up the others', async (status) => {
    const { outbox, calls } = openOutbox();
    calls.start.mockRejectedValueOnce(new ApiProblem(status));
    outbox.put(report());
    outbox.put(report({ kind: 'finish' }));
    await outbox.send();
    expect(calls.finish).toHaveBeenCalledTimes(1);
    expect(outbox.isEmpty()).toBe(true);
  });

  test('that is refused says so, and waits for access', async () => {
    const { outbox, calls, onRefused } = openOutbox();
    calls.finish.mockRejectedValue(new ApiProblem(403, { code: 'no_access' }));
    outbox.put(report({ kind: 'finish' }));
    await outbox.send();
    expect(onRefused).toHaveBeenCalledExactlyOnceWith('slow-tide');
    expect(outbox.isEmpty()).toBe(false);
  });
});

describe('an old report', () => {
  test('sets the place where nobody has moved it since', async () => {
    const { outbox, calls, world } = openOutbox();
    outbox.put(report());
    world.now = noon + 3_600_000;
    await outbox.send();
    expect(calls.start).toHaveBeenCalledExactlyOnceWith(report(), 130);
  });

  test('only counts what was listened to where another device has gone on', async () => {
    const { outbox, calls, world } = openOutbox();
    calls.positionOf.mockResolvedValue(900);
    outbox.put(report());
    world.now = noon + 3_600_000;
    await outbox.send();
    expect(calls.start).toHaveBeenCalledExactlyOnceWith(report(), undefined);
  });

  test('leaves the place to a later one of the same session, which knows it as it was before both', async () => {
    const { outbox, calls, world } = openOutbox();
    outbox.put(report());
    outbox.put(report({ play: 'second', day: '2026-11-22', position: 190 }));
    calls.start.mockImplementation(async (_, position) => {
      if (position !== undefined) calls.positionOf.mockResolvedValue(position);
    });
    world.now = noon + 3_600_000;
    await outbox.send();
    expect(calls.start.mock.calls.map(([{ play }, position]) => [play, position])).toEqual([
      ['first', undefined],
      ['second', 190],
    ]);
  });

  test('is dropped after thirty days', () => {
    const { outbox, world } = openOutbox();
    outbox.put(report());
    world.now = noon + 31 * 86_400_000;
    expect(outbox.isEmpty()).toBe(true);
  });
});

test('finished sessions stay on record where there is too much to tell', () => {
  const { outbox } = openOutbox();
  outbox.put(report({ kind: 'finish', id: 'finished' }));
  for (let play = 0; play < 60; play++) outbox.put(report({ play: String(play) }));
  expect(outbox.pending('finished')).not.toBeNull();
});

test("another user's reports are neither seen nor sent", async () => {
  const { outbox, calls, world, entries } = openOutbox();
  outbox.put(report());
  const ben = openOutbox(entries, 'ben');
  expect(ben.outbox.isEmpty()).toBe(true);
  world.current = 'ben';
  await outbox.send();
  expect(calls.start).not.toHaveBeenCalled();
});

test.each(['', 'nonsense', '{}', '[1, null, {"kind":"start"}]'])('what is kept may be anything: %j', (kept) => {
  const { outbox } = openOutbox(new Map([['listening:ana', kept]]));
  expect(outbox.isEmpty()).toBe(true);
});

test('of an account that is gone nothing stays in this browser', () => {
  const { entries, outbox } = openOutbox();
  vi.stubGlobal('localStorage', { removeItem: (key: string) => entries.delete(key) });
  outbox.put(report());
  removeReports('ana');
  vi.unstubAllGlobals();
  expect([entries.size, outbox.isEmpty()]).toEqual([0, true]);
});
