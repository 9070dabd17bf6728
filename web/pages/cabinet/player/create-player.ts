import { createActor, type ActorOptions } from 'xstate';
import type { StoreApi } from 'zustand/vanilla';
import type { SoundEvent, Sound } from './audio-element.ts';
import { createPlayerMachine, type PlayerSnapshot } from './player-machine.ts';
import { secondsToSleep, speedOf, type PlayerEffects, type PlayerEvent } from './listening.ts';
import { type Player, type PlayerStatus, type PlayerView, waits } from './player-view.ts';

interface Dependencies extends Omit<PlayerEffects, 'sound'> {
  /** Makes what plays; it reports what it does. */
  readonly createSound: (emit: (event: SoundEvent) => void) => Sound;
  /** Remembers the speed in this browser. */
  readonly saveSpeed: (speed: number) => void;
  /** Where what there is to see of the player is from now on. */
  readonly view: StoreApi<PlayerView>;
  readonly clock?: ActorOptions<ReturnType<typeof createPlayerMachine>>['clock'];
}

/** A player, and the way in for what happens outside of it. */
export interface RunningPlayer extends Player {
  readonly send: (event: PlayerEvent) => void;
}

export function createPlayer({ createSound, saveSpeed, view, clock, ...effects }: Dependencies): RunningPlayer {
  const sound = createSound((event) => actor.send(event));
  const actor = createActor(createPlayerMachine({ ...effects, sound }), { ...(clock && { clock }) });
  actor.start();
  const send = (event: PlayerEvent) => actor.send(event);
  const show = (snapshot: PlayerSnapshot) => {
    const next = toView(snapshot, effects.now());
    if (!isSame(view.getState(), next)) view.setState(next, true);
  };
  show(actor.getSnapshot());
  actor.subscribe(show);
  return {
    send,
    play: (item) => {
      const loaded = view.getState();
      const isLoaded = loaded.item?.id === item.id && loaded.status !== 'refused';
      if (!isLoaded) send({ type: 'PLAY', item });
      else if (!loaded.wanted) send({ type: 'RESUME' });
    },
    toggle: () => send({ type: view.getState().wanted ? 'PAUSE' : 'RESUME' }),
    pause: () => send({ type: 'PAUSE' }),
    seekTo: (position) => send({ type: 'SEEK', position }),
    seekBy: (seconds) => send({ type: 'SEEK', position: actor.getSnapshot().context.position + seconds }),
    setSpeed: (speed) => {
      saveSpeed(speed);
      send({ type: 'SPEED', speed });
    },
    setSleep: (choice) => send({ type: 'SLEEP', choice }),
    setEnding: (ending) => send({ type: 'ENDING', ending }),
    skip: () => send({ type: 'NEXT' }),
    stay: () => send({ type: 'STAY' }),
    close: () => send({ type: 'CLOSE' }),
    view: view.getState,
    onChange: view.subscribe,
  };
}

const statuses: Readonly<Record<PlayerSnapshot['value'], PlayerStatus>> = {
  idle: 'idle',
  opening: 'loading',
  starting: 'loading',
  playing: 'playing',
  buffering: 'buffering',
  recovering: 'buffering',
  checking: 'buffering',
  preparing: 'preparing',
  asking: 'preparing',
  retrying: 'buffering',
  offline: 'offline',
  paused: 'paused',
  finished: 'finished',
  finding: 'finished',
  counting: 'finished',
  failed: 'failed',
  refused: 'refused',
};

function toView(snapshot: PlayerSnapshot, now: number): PlayerView {
  const { item, wanted, position, duration, sleep, ending, following, next, nextInSeconds, failure } = snapshot.context;
  const status = statuses[snapshot.value];
  const isPaused = !wanted && waits(status);
  return {
    item,
    status: isPaused ? 'paused' : status,
    wanted,
    positionSeconds: Math.floor(position),
    durationSeconds: Math.floor(duration),
    speed: speedOf(snapshot.context),
    sleep: sleep && { choice: sleep.choice, secondsLeft: Math.ceil(secondsToSleep(snapshot.context, now)) },
    ending,
    canSkip: following !== null,
    next,
    nextInSeconds,
    failure,
  };
}

function isSame(one: PlayerView, other: PlayerView): boolean {
  const { sleep: oneSleep, ...oneRest } = one;
  const { sleep: otherSleep, ...otherRest } = other;
  const isSameSleep = oneSleep?.choice === otherSleep?.choice && oneSleep?.secondsLeft === otherSleep?.secondsLeft;
  const names = Object.keys(oneRest) as (keyof typeof oneRest)[];
  return isSameSleep && names.every((name) => oneRest[name] === otherRest[name]);
}
