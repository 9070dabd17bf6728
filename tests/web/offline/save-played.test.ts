import { beforeEach, expect, test } from 'vitest';
import type { PlayerView } from '../../../web/pages/cabinet/player/player.ts';
import { savePlayed } from '../../../web/pages/cabinet/offline/start-offline.ts';

type Status = PlayerView['status'];

let saved: string[];
let play: (id: string | null, status: Status) => void;
let pass: (seconds: number) => void;

beforeEach(() => {
  saved = [];
  let time = 0;
  let timer: { readonly at: number; readonly act: () => void } | null = null;
  let view = { item: null, status: 'idle' } as unknown as PlayerView;
  let tell: (() => void) | null = null;
  savePlayed({
    player: {
      view: () => view,
      onChange: (listener) => {
        tell = listener;
        return () => {};
      },
    },
    save: ({ id }) => saved.push(id),
    now: () => time,
    after: (milliseconds, act) => {
      timer = { at: time + milliseconds, act };
      return () => {
        timer = null;
      };
    },
  });
  play = (id, status) => {
    view = { item: id === null ? null : { id }, status } as PlayerView;
    tell?.();
  };
  pass = (seconds) => {
    time += seconds * 1_000;
    const due = timer;
    if (!due || due.at > time) return;
    timer = null;
    due.act();
  };
});

test('a session is saved when it has played for 30 s, once', () => {
  play('calm', 'playing');
  pass(29);
  expect(saved).toEqual([]);
  pass(1);
  play('calm', 'paused');
  play('calm', 'playing');
  pass(60);
  expect(saved).toEqual(['calm']);
});

test('pauses and waiting for the connection do not count', () => {
  play('calm', 'playing');
  pass(20);
  for (const status of ['paused', 'buffering', 'offline'] as const) {
    play('calm', status);
    pass(60);
  }
  play('calm', 'playing');
  pass(9);
  expect(saved).toEqual([]);
  pass(1);
  expect(saved).toEqual(['calm']);
});

test('another session starts over', () => {
  play('calm', 'playing');
  pass(20);
  play('sleep', 'playing');
  pass(20);
  expect(saved).toEqual([]);
  pass(10);
  expect(saved).toEqual(['sleep']);
});

test('nothing is saved of what was closed', () => {
  play('calm', 'playing');
  pass(20);
  play(null, 'idle');
  pass(60);
  expect(saved).toEqual([]);
});
