import type { SnapshotFrom } from 'xstate';
import { nothing, type PlayerContext, type PlayerEffects } from './listening.ts';
import { setUpPlayer } from './set-up-player.ts';

/** One tap means the other thing than the last one: while it waits, it changes what happens afterwards. */
const waitsFor = { PAUSE: { actions: 'unwant' }, RESUME: { actions: 'want' } } as const;

/** The sound has stopped, or has to. */
const toPause = { target: 'paused' } as const;

/** The session is over: nothing goes on by itself unless the listener has chosen that. */
const toEnd = [
  { guard: 'isRepeated', target: 'buffering', actions: ['finish', 'rewind', 'seekSound', 'playSound'] },
  { guard: 'goesOnAtOnce', target: 'counting', actions: ['finish', 'unwant', 'fullVolume', 'takeFollowing'] },
  { guard: 'goesOn', target: 'finding', actions: ['finish', 'unwant', 'fullVolume'] },
  { target: 'finished', actions: ['finish', 'unwant', 'fullVolume'] },
] as const;

/** What follows begins at once: a browser that is hidden allows sound only to what plays on. */
const toNext = { target: 'starting', actions: ['takeItem', 'startListening', 'want'] } as const;

/** What can be done at the end of a session. */
const atEnd = {
  RESUME: { target: 'buffering', actions: ['dropNext', 'rewind', 'seekSound', 'want', 'playSound'] },
  SEEK: { target: 'paused', actions: ['dropNext', 'move', 'seekSound'] },
} as const;

/** What an answer means that is no address. */
const refusals = [
  { guard: 'isRefused', target: 'refused' },
  { guard: 'isGone', target: 'failed', actions: 'noteGone' },
] as const;

/** Asks whether the sound is there. Where no answer says that it isn't, it is loaded. */
const checking = {
  invoke: {
    src: 'check',
    input: ({ context }: { readonly context: PlayerContext }) => context.item?.audioUrl ?? '',
    onDone: 'starting',
    onError: [
      { guard: 'isBeingPrepared', target: 'preparing' },
      { guard: 'isServerInTrouble', target: 'retrying' },
      { target: 'starting' },
    ],
  },
  after: { stall: 'starting' },
  on: waitsFor,
} as const;

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
        actions: ['reportStart', 'takeItem', 'startListening', 'want', 'unlock'],
      },
      CLOSE: { guard: 'isLoaded', target: '.idle', actions: 'reportStart' },
      REFUSED: { guard: 'isLoaded', target: '.refused' },
      SEEK: { guard: 'isLoaded', actions: ['move', 'seekSound', 'reportStart'] },
      SPEED: { actions: ['setSpeed', 'speedSound'] },
      SLEEP: { guard: 'isLoaded', actions: ['setSleep', 'fade'] },
      ENDING: { guard: 'isLoaded', actions: 'setEnding' },
      FOLLOWING: { actions: 'noteFollowing' },
      NEXT: {
        guard: 'isNextKnown',
        target: '.starting',
        reenter: true,
        actions: ['reportStart', 'takeFollowing', 'takeItem', 'startListening', 'want'],
      },
      HIDDEN: { guard: 'isLoaded', actions: 'reportStart' },
      LENGTH: { guard: 'isLoaded', actions: 'takeLength' },
      WORDS: { actions: ['takeWords', 'forgetFollowing'] },
    },
    states: {
      idle: { entry: ['unloadSound', 'clear', 'fullVolume'] },

      /** Asks where the listener is by now. Where there is no answer, what is known has to do. */
      opening: {
        invoke: {
          src: 'open',
          input: ({ context }) => context.item?.id ?? '',
          onDone: { target: 'starting', actions: ['takeOpened', 'forgetFollowing'] },
          onError: [...refusals, { target: 'starting' }],
        },
        after: { timeout: 'starting' },
        on: waitsFor,
      },
      starting: {
        entry: ['dropUnwanted', 'endSleep', 'noteUsable', 'loadSound', 'playSound'],
        always: { guard: 'isUnwanted', target: 'paused' },
        on: { PLAYING: 'playing', BLOCKED: toPause, PAUSE: toPause, BROKEN: 'recovering' },
        after: { slowStart: 'recovering' },
      },
      playing: {
        entry: ['pauseHearing', 'begin', 'claim', 'fade'],
        always: [
          { guard: 'isNewDay', actions: ['reportStart', 'startDay', 'forgetFollowing'] },
          { guard: 'isReportDue', actions: ['reportStart', 'noteReported'] },
          { guard: 'isNextDue', actions: ['askNext', 'noteAsked'] },
        ],
        on: {
          TIME: [
            { guard: 'isAsleep', target: 'paused', actions: ['advance', 'endSleep'] },
            { actions: ['advance', 'fade'] },
          ],
          WAITING: 'buffering',
          PAUSE: toPause,
          HALTED: toPause,
          ENDED: toEnd,
          BROKEN: 'recovering',
        },
      },
      /** It will go on any moment, or does not: then it is loaded again. */
      buffering: {
        on: {
          PLAYING: 'playing',
          TIME: { guard: 'isMoving', target: 'playing' },
          PAUSE: toPause,
          HALTED: toPause,
          BLOCKED: toPause,
          ENDED: toEnd,
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
          onDone: { target: 'checking', actions: 'takeAddress' },
          onError: [...refusals, { guard: 'isServerInTrouble', target: 'retrying' }, { target: 'offline' }],
        },
        after: { timeout: 'offline' },
        on: waitsFor,
      },
      checking,
      /** The server makes the sound, or that of others before it: asks again and again, however long that takes. */
      preparing: {
        entry: ['noteSilence', 'resetTries', 'pauseSound', 'reportStart'],
        after: { pausePreparing: 'asking' },
        on: { ...waitsFor, ONLINE: 'asking' },
      },
      asking: checking,
      retrying: {
        after: { pauseBeforeTry: 'recovering' },
        on: { ...waitsFor, ONLINE: 'recovering' },
      },
      /** Tries again by itself. */
      offline: {
        entry: ['noteOffline', 'noteSilence', 'pauseSound', 'reportStart'],
        after: { pauseOffline: 'recovering' },
        on: {
          PAUSE: { actions: 'unwant' },
          RESUME: { target: 'recovering', actions: ['want', 'unlock'] },
          ONLINE: 'recovering',
        },
      },
      paused: {
        entry: ['unwant', 'pauseSound', 'fullVolume', 'reportStart', 'notePause'],
        on: {
          RESUME: [
            { guard: 'isLongPause', target: 'opening', actions: ['want', 'unlock'] },
            { guard: 'isBroken', target: 'recovering', actions: ['want', 'unlock'] },
            { target: 'buffering', actions: ['want', 'fade', 'playSound'] },
          ],
          PLAYING: { target: 'playing', actions: 'want' },
          ENDED: { target: 'finished', actions: ['finish', 'fullVolume'] },
          BROKEN: { actions: 'noteUnusable' },
        },
      },
      finished: { on: atEnd },
      /** Asks what follows in the plan. */
      finding: {
        invoke: {
          src: 'findNext',
          input: ({ context }) => context.item?.id ?? '',
          onDone: [
            { guard: 'isNothingOrLate', target: 'finished' },
            { target: 'counting', actions: 'takeNext' },
          ],
          onError: 'finished',
        },
        after: { lateAnswer: 'finished' },
        on: { ...atEnd, STAY: 'finished', ENDING: { target: 'finished', actions: 'setEnding' } },
      },
      /** Leaves the listener time to say no, on a page that can be seen: phones soon stop one that is silent and hidden. */
      counting: {
        always: { guard: 'isHidden', ...toNext },
        after: { second: [{ guard: 'isCounting', target: 'counting', reenter: true, actions: 'countDown' }, toNext] },
        on: {
          ...atEnd,
          STAY: { target: 'finished', actions: 'dropNext' },
          ENDING: { target: 'finished', actions: ['dropNext', 'setEnding'] },
        },
      },
      failed: {
        entry: ['unwant', 'pauseSound', 'reportStart'],
        on: { RESUME: { target: 'recovering', actions: ['resetTries', 'want', 'unlock'] } },
      },
      /** No access: nothing of the session stays in the page. */
      refused: {
        entry: ['unwant', 'unloadSound'],
        on: { RESUME: { target: 'opening', actions: ['want', 'unlock'] } },
      },
    },
  });
}

export type PlayerSnapshot = SnapshotFrom<ReturnType<typeof createPlayerMachine>>;
