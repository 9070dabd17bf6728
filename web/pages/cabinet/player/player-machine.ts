import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { nothing, type PlayerEffects } from './player-context.ts';
import { setUpPlayer } from './player-setup.ts';

/** One tap means the other thing than the last one: while it waits, it changes what happens afterwards. */
const waitsFor = { PAUSE: { actions: 'unwant' }, RESUME: { actions: 'want' } } as const;

/** The sound has stopped, or has to. */
const toPause = { target: 'paused' } as const;

/** What an answer means that is no address. */
const refusals = [
  { guard: 'isRefused', target: 'refused' },
  { guard: 'isGone', target: 'failed', actions: 'noteGone' },
] as const;

/**
 * The player: what is loaded, and what it takes to go on with it through lost lines, addresses that have run out and
 * servers in trouble. States in which the listener waits remember whether sound is wanted at all.
 */
// oxlint-disable-next-line max-lines-per-function -- the states of one machine
export function createPlayerMachine(effects: PlayerEffects) {
  return setUpPlayer(effects).createMachine({
    id: 'player',
    context: { ...nothing, speed: effects.speed },
    initial: 'idle',
    on: {
      PLAY: {
        target: '.opening',
        reenter: true,
        actions: ['tellStart', 'takeItem', 'startListening', 'want', 'unlock'],
      },
      CLOSE: { guard: 'isLoaded', target: '.idle', actions: 'tellStart' },
      REFUSED: { guard: 'isLoaded', target: '.refused' },
      SEEK: { guard: 'isLoaded', actions: ['move', 'seekSound', 'tellStart'] },
      SPEED: { actions: ['setSpeed', 'speedSound'] },
      SLEEP: { guard: 'isLoaded', actions: ['setSleep', 'fade'] },
      HIDDEN: { guard: 'isLoaded', actions: 'tellStart' },
      LENGTH: { guard: 'isLoaded', actions: 'takeLength' },
      WORDS: { actions: 'takeWords' },
    },
    states: {
      idle: { entry: ['unloadSound', 'forget', 'fullVolume'] },

      /** Asks where the listener is by now. Where there is no answer, what is known has to do. */
      opening: {
        invoke: {
          src: 'open',
          input: ({ context }) => context.item?.id ?? '',
          onDone: { target: 'starting', actions: 'takeOpened' },
          onError: [...refusals, { target: 'starting' }],
        },
        after: { patience: 'starting' },
        on: waitsFor,
      },
      starting: {
        entry: ['stayQuiet', 'endSleep', 'noteUsable', 'loadSound', 'playSound'],
        always: { guard: 'isUnwanted', target: 'paused' },
        on: { PLAYING: 'playing', BLOCKED: toPause, PAUSE: toPause, BROKEN: 'recovering' },
        after: { slowStart: 'recovering' },
      },
      playing: {
        entry: ['pauseHearing', 'begin', 'claim', 'fade'],
        always: [
          { guard: 'isNewDay', actions: ['tellStart', 'startDay'] },
          { guard: 'isReportDue', actions: ['tellStart', 'noteTold'] },
        ],
        on: {
          TIME: [{ guard: 'isAsleep', target: 'paused', actions: ['hear', 'endSleep'] }, { actions: ['hear', 'fade'] }],
          WAITING: 'buffering',
          PAUSE: toPause,
          HALTED: toPause,
          ENDED: 'finished',
          BROKEN: 'recovering',
        },
      },
      /** It will go on any moment, or does not: then it is loaded anew. */
      buffering: {
        on: {
          PLAYING: 'playing',
          TIME: { guard: 'isMoving', target: 'playing' },
          PAUSE: toPause,
          HALTED: toPause,
          BLOCKED: toPause,
          ENDED: 'finished',
          BROKEN: 'recovering',
          ONLINE: 'recovering',
        },
        after: { stallOffline: { guard: 'isOffline', target: 'recovering' }, stall: 'recovering' },
      },
      /** An element does not say why it fails: the server is asked, for a new address too. */
      recovering: {
        entry: 'countTry',
        always: { guard: 'isStuck', target: 'failed', actions: 'noteBroken' },
        invoke: {
          src: 'open',
          input: ({ context }) => context.item?.id ?? '',
          onDone: { target: 'starting', actions: 'takeAddress' },
          onError: [...refusals, { guard: 'isServerInTrouble', target: 'retrying' }, { target: 'offline' }],
        },
        after: { patience: 'offline' },
        on: waitsFor,
      },
      retrying: {
        after: { pauseBeforeTry: 'recovering' },
        on: { ...waitsFor, ONLINE: 'recovering' },
      },
      /** Tries again by itself. */
      offline: {
        entry: ['noteOffline', 'pauseSound', 'tellStart'],
        after: { pauseOffline: 'recovering' },
        on: {
          PAUSE: { actions: 'unwant' },
          RESUME: { target: 'recovering', actions: ['want', 'unlock'] },
          ONLINE: 'recovering',
        },
      },
      paused: {
        entry: ['unwant', 'pauseSound', 'fullVolume', 'tellStart', 'notePause'],
        on: {
          RESUME: [
            { guard: 'isLongPause', target: 'opening', actions: ['want', 'unlock'] },
            { guard: 'isBroken', target: 'recovering', actions: ['want', 'unlock'] },
            { target: 'buffering', actions: ['want', 'fade', 'playSound'] },
          ],
          PLAYING: { target: 'playing', actions: 'want' },
          ENDED: 'finished',
          BROKEN: { actions: 'noteUnusable' },
        },
      },
      finished: {
        entry: ['tellFinish', 'startListening', 'noteFinished', 'unwant', 'fullVolume'],
        on: {
          RESUME: { target: 'buffering', actions: ['rewind', 'seekSound', 'want', 'playSound'] },
          SEEK: { target: 'paused', actions: ['move', 'seekSound'] },
        },
      },
      failed: {
        entry: ['unwant', 'pauseSound', 'tellStart'],
        on: { RESUME: { target: 'recovering', actions: ['forgetTries', 'want', 'unlock'] } },
      },
      /** No access: nothing of the session stays in the page. */
      refused: {
        entry: ['unwant', 'unloadSound'],
        on: { RESUME: { target: 'opening', actions: ['want', 'unlock'] } },
      },
    },
  });
}

export type PlayerActor = ActorRefFrom<ReturnType<typeof createPlayerMachine>>;
export type PlayerSnapshot = SnapshotFrom<ReturnType<typeof createPlayerMachine>>;
