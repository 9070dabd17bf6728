import { describe, expect, test, vi } from 'vitest';
import { newListening } from '../../../web/pages/cabinet/player/listening.ts';
import type { Outbox } from '../../../web/pages/cabinet/player/reporter.ts';
import { createReporter } from '../../../web/pages/cabinet/player/reporter.ts';
import { session } from './open-player.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const told = (position: number, heardSeconds = position) => ({
  item: session({ positionSeconds: 5 }),
  position,
  listening: { ...newListening('first', '2026-11-21'), heardSeconds },
});

function openReporter() {
  const box = {
    put: vi.fn<Outbox['put']>(),
    send: vi.fn<Outbox['send']>(async () => {}),
    pending: vi.fn<Outbox['pending']>(() => null),
    isEmpty: vi.fn<Outbox['isEmpty']>(() => false),
  };
  const world = { now: noon };
  const later: { work: () => void; milliseconds: number }[] = [];
  const reporter = createReporter({
    outbox: () => box,
    now: () => world.now,
    later: (work, milliseconds) => later.push({ work, milliseconds }),
  });
  return { reporter, box, world, later };
}

describe('a report of listening', () => {
  test('is kept at once in whole seconds, and sent', () => {
    const { reporter, box } = openReporter();
    reporter.report('start', told(30.9, 25.5));
    expect(box.put).toHaveBeenCalledExactlyOnceWith({
      kind: 'start',
      id: 'slow-tide',
      play: 'first',
      day: '2026-11-21',
      position: 30,
      heard: 25,
      knownPosition: 5,
      at: noon,
    });
    expect(box.send).toHaveBeenCalledTimes(1);
  });

  test('that says nothing new is none', () => {
    const { reporter, box } = openReporter();
    reporter.report('start', told(30));
    reporter.report('start', told(30));
    expect(box.put).toHaveBeenCalledTimes(1);
  });

  test('is sent every two seconds at most, however often somebody jumps', () => {
    const { reporter, box, later } = openReporter();
    box.isEmpty.mockReturnValueOnce(false).mockReturnValue(true);
    for (let jump = 0; jump < 20; jump++) reporter.report('start', told(jump * 5));
    expect(box.put).toHaveBeenCalledTimes(20);
    expect(box.send).toHaveBeenCalledTimes(1);
    expect(later.map(({ milliseconds }) => milliseconds)).toEqual([2_000]);
  });

  test('is tried again after half a minute where it could not be sent', async () => {
    const { reporter, box, world, later } = openReporter();
    await reporter.send();
    expect(later[0]?.milliseconds).toBe(30_000);
    world.now += 30_000;
    later[0]?.work();
    expect(box.send).toHaveBeenCalledTimes(2);
  });

  test('knows where the server thought the listener was', () => {
    const { reporter, box } = openReporter();
    reporter.notePosition('slow-tide', 400);
    reporter.report('start', told(430));
    expect(box.put).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ knownPosition: 400 }));
  });
});

describe('a session begins', () => {
  test.each([
    ['where the server says', 300, null, 300],
    ['where this device was, which the server does not know yet', 300, { kind: 'start', position: 480 }, 480],
    ['from the start where the end was not told yet', 300, { kind: 'finish', position: 1_200 }, 0],
    ['from the start within its last ten seconds', 1_191, null, 0],
    ['where ten seconds are left', 1_190, null, 1_190],
  ] as const)('%s', (_, positionSeconds, pending, begins) => {
    const { reporter, box } = openReporter();
    const known = { id: 'slow-tide', play: 'first', day: '2026-11-21', heard: 1, knownPosition: 0, at: noon };
    box.pending.mockReturnValue(pending && { ...known, ...pending });
    expect(reporter.positionIn(session({ positionSeconds }))).toBe(begins);
  });
});
