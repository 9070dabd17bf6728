import { assign, setup, type SnapshotFrom } from 'xstate';
import { fromPromise } from 'xstate/actors';
import {
  advance,
  pauseSleep,
  isAsleep,
  newListening,
  nothing,
  type Opened,
  pauseHearing,
  type PlayerContext,
  type PlayerEffects,
  type PlayerEvent,
  runSleep,
  secondsToSleep,
  setSleep,
  volumeBeforeSleep,
} from './listening.ts';
import type { ContentItem } from '../content.ts';
import { ApiProblem } from '../../../session/api-client.ts';

/** One tap means the other thing than the last one: while it waits, it changes what happens afterwards. */
const waitsFor = { PAUSE: { actions: 'unwant' }, RESUME: { actions: 'want' } } as const;

/** The sound has stopped, or has to. */
const toPause = { target: 'paused' } as const;

/** The session is over: nothing goes on by itself unless the listener has chosen that. */
const toEnd = [
  { guard: 'isRepeated', target: 'buffering', actions: ['finish', 'rewind', 'seekSound', 'playSound'] },
  { guard: 'goesOn', target: 'finding', actions: ['finish', 'unwant', 'fullVolume'] },
  { target: 'finished', actions: ['finish', 'unwant', 'fullVolume'] },
] as const;

/** What follows begins. */
const toNext = { target: 'opening', actions: ['takeItem', 'startListening', 'want'] } as const;

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
      HIDDEN: { guard: 'isLoaded', actions: 'reportStart' },
      LENGTH: { guard: 'isLoaded', actions: 'takeLength' },
      WORDS: { actions: 'takeWords' },
    },
    states: {
      idle: { entry: ['unloadSound', 'clear', 'fullVolume'] },

      /** Asks where the listener is by now. Where there is no answer, what is known has to do. */
      opening: {
        invoke: {
          src: 'open',
          input: ({ context }) => context.item?.id ?? '',
          onDone: { target: 'starting', actions: 'takeOpened' },
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
          { guard: 'isNewDay', actions: ['reportStart', 'startDay'] },
          { guard: 'isReportDue', actions: ['reportStart', 'noteReported'] },
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

const maxTries = 3;
/** What follows begins by itself after so many seconds. */
const countdownSeconds = 15;
const reportEveryMilliseconds = 30_000;
/** After a pause as long as this the listener may have gone on elsewhere. */
const longPauseMilliseconds = 600_000;
/** A listener who is asleep by then is not woken by what follows. */
const lateAnswerMilliseconds = 15_000;
/** After this long without sound the listener may be asleep: nothing plays by itself. */
const lateMilliseconds = 600_000;

const problemIn = (event: object): ApiProblem | null =>
  'error' in event && event.error instanceof ApiProblem ? event.error : null;
const nextIn = (event: object): ContentItem | null => ('output' in event ? (event.output as ContentItem | null) : null);
const answerIn = (event: object): Opened | null => ('output' in event ? (event.output as Opened) : null);

/** What the states of the player are made of. */
// oxlint-disable-next-line max-lines-per-function -- a list
function setUpPlayer(effects: PlayerEffects) {
  const { sound, now } = effects;
  return setup({
    types: { context: {} as PlayerContext, events: {} as PlayerEvent },
    actors: {
      open: fromPromise<Opened, string>(({ input }) => effects.open(input)),
      check: fromPromise<void, string>(({ input }) => effects.check(input)),
      findNext: fromPromise<ContentItem | null, string>(({ input }) => effects.findNext(input)),
    },
    actions: {
      takeItem: assign(({ context, event }) => {
        const item = event.type === 'PLAY' ? event.item : context.next;
        if (!item) return {};
        return {
          ...nothing,
          item,
          sleep: context.sleep,
          ending: context.ending,
          position: effects.knownPosition(item),
          duration: item.durationSeconds,
          wanted: true,
        };
      }),
      takeNext: assign(({ event }) => ({ next: nextIn(event), nextInSeconds: countdownSeconds })),
      dropNext: assign({ next: null }),
      countDown: assign(({ context }) => ({ nextInSeconds: context.nextInSeconds - 1 })),
      setEnding: assign(({ event }) => (event.type === 'ENDING' ? { ending: event.ending } : {})),
      startListening: assign(() => ({
        listening: newListening(effects.newPlay(), effects.today()),
        tries: 0,
        failure: null,
      })),
      /** The sound goes on, and is heard on another day from now on. */
      startDay: assign(({ context: { listening } }) => {
        const { hasStarted, mark } = listening;
        return { listening: { ...newListening(effects.newPlay(), effects.today()), hasStarted, mark } };
      }),
      takeOpened: assign(({ context, event }) => {
        const opened = answerIn(event);
        if (!opened) return {};
        return { item: opened.item, ...(!context.moved && { position: opened.position }) };
      }),
      takeAddress: assign(({ event }) => ({ item: answerIn(event)?.item ?? null })),
      takeWords: assign(({ context: { item }, event }) => {
        if (event.type !== 'WORDS' || event.item.id !== item?.id) return {};
        const { title, summary } = event.item;
        return { item: { ...item, title, summary } };
      }),
      takeLength: assign(({ event }) => (event.type === 'LENGTH' ? { duration: event.duration } : {})),
      clear: assign(({ context }) => ({ ...nothing, speed: context.speed })),

      /** The listener is there and awake. */
      want: assign(({ context }) => ({ wanted: true, silentSince: null, sleep: runSleep(context.sleep, now()) })),
      unwant: assign(({ context }) => ({ wanted: false, sleep: pauseSleep(context.sleep, now()) })),
      dropUnwanted: assign(({ context }) => {
        const { wanted, silentSince } = context;
        const isLate = silentSince !== null && now() - silentSince > lateMilliseconds;
        return { wanted: wanted && !isLate && !isAsleep(context, now()) };
      }),
      endSleep: assign(({ context }) => (isAsleep(context, now()) ? { sleep: null } : {})),
      setSleep: assign(({ context, event }) => {
        if (event.type !== 'SLEEP') return {};
        const sleep = event.choice && setSleep(event.choice);
        return { sleep: context.wanted ? runSleep(sleep, now()) : sleep };
      }),
      fade: ({ context }) => sound.setVolume(volumeBeforeSleep(secondsToSleep(context, now()))),
      fullVolume: () => sound.setVolume(1),

      advance: assign(({ context: { listening, speed, tries, stuckAt }, event }) => {
        if (event.type !== 'TIME') return {};
        const { position } = event;
        return {
          position,
          listening: advance(listening, { position, now: now(), speed }),
          tries: position > stuckAt + 1 ? 0 : tries,
        };
      }),
      pauseHearing: assign(({ context }) => ({ listening: pauseHearing(context.listening) })),
      begin: assign(({ context }) => ({
        listening: { ...context.listening, hasStarted: true },
        offlineTries: 0,
        silentSince: null,
      })),
      reportStart: ({ context: { item, position, listening } }) => {
        if (item && listening.hasStarted) effects.report('start', { item, position, listening });
      },
      noteReported: assign(({ context }) => ({ listening: { ...context.listening, reportedAt: now() } })),

      move: assign(({ context: { duration, listening }, event }) => {
        if (event.type !== 'SEEK') return {};
        const position = Math.max(0, Math.min(duration, event.position));
        return { position, moved: true, tries: 0, listening: pauseHearing(listening) };
      }),
      rewind: assign({ position: 0 }),
      seekSound: ({ context }) => sound.seek(context.position),
      setSpeed: assign(({ context, event }) =>
        event.type === 'SPEED' ? { speed: event.speed, listening: pauseHearing(context.listening) } : {},
      ),
      speedSound: ({ context }) => sound.setSpeed(context.speed),
      unlock: () => sound.unlock(),
      loadSound: ({ context: { item, position, speed } }) => {
        sound.load(item?.audioUrl ?? '', position);
        sound.setSpeed(speed);
      },
      playSound: ({ context }) => {
        if (context.wanted) sound.play();
      },
      pauseSound: () => sound.pause(),
      unloadSound: () => sound.unload(),
      claim: () => effects.claim(),

      countTry: assign(({ context: { tries, position } }) => ({ tries: tries + 1, stuckAt: position })),
      resetTries: assign({ tries: 0, failure: null }),
      noteOffline: assign(({ context: { offlineTries } }) => ({ tries: 0, offlineTries: offlineTries + 1 })),
      noteSilence: assign(({ context: { silentSince } }) => ({ silentSince: silentSince ?? now() })),
      notePause: assign(() => ({ pausedAt: now(), silentSince: null, moved: false })),
      noteUnusable: assign({ isBroken: true }),
      noteUsable: assign({ isBroken: false }),
      noteGone: assign({ failure: 'gone' }),
      noteBroken: assign({ failure: 'broken' }),
      /** Reports it, and whatever is heard from now on is another time of listening. */
      finish: assign(({ context: { item, position, duration, listening, sleep } }) => {
        if (item) effects.report('finish', { item, position, listening });
        return {
          listening: newListening(effects.newPlay(), effects.today()),
          tries: 0,
          failure: null,
          pausedAt: now(),
          position: duration,
          sleep: sleep?.choice === 'end' ? null : sleep,
          item: item && { ...item, status: 'finished' as const, positionSeconds: 0 },
        };
      }),
    },
    guards: {
      isRepeated: ({ context: { ending, sleep } }) => ending === 'repeat' && sleep?.choice !== 'end',
      /** A listener who has set a sleep timer is not woken by another session. */
      goesOn: ({ context: { ending, sleep } }) => ending === 'next' && sleep === null,
      /** A page that was frozen may learn what follows before its timer says how late it is. */
      isNothingOrLate: ({ context, event }) =>
        nextIn(event) === null || now() - context.pausedAt > lateAnswerMilliseconds,
      isHidden: () => effects.isHidden(),
      isCounting: ({ context }) => context.nextInSeconds > 1,
      isUnwanted: ({ context }) => !context.wanted,
      isLoaded: ({ context }) => context.item !== null,
      isOffline: () => !effects.isOnline(),
      isAsleep: ({ context }) => isAsleep(context, now()),
      isMoving: ({ context, event }) => event.type === 'TIME' && event.position > context.position + 0.2,
      isNewDay: ({ context }) => context.listening.day !== effects.today(),
      isReportDue: ({ context }) => now() - (context.listening.reportedAt ?? 0) >= reportEveryMilliseconds,
      isLongPause: ({ context }) => now() - context.pausedAt > longPauseMilliseconds,
      isBroken: ({ context }) => context.isBroken,
      isStuck: ({ context }) => context.tries > maxTries,
      /** 401 too: the session is over, and the page on its way out. */
      isRefused: ({ event }) => [401, 403].includes(problemIn(event)?.status ?? 0),
      isGone: ({ event }) => problemIn(event)?.status === 404,
      isBeingPrepared: ({ event }) => problemIn(event)?.code === 'being_prepared',
      isServerInTrouble: ({ event }) => problemIn(event) !== null,
    },
    delays: {
      second: 1_000,
      /** An answer that takes longer is not waited for. */
      timeout: 5_000,
      lateAnswer: lateAnswerMilliseconds,
      /** Silence as long as this is no hiccup of the network. */
      stall: 10_000,
      stallOffline: 3_000,
      /**
       * Less and less often: far in a session without listeners so far, the server makes the sound first, for minutes.
       */
      slowStart: ({ context }) => 10_000 * 2 ** context.tries,
      pausePreparing: 5_000,
      pauseBeforeTry: ({ context }) => 1_000 * 2 ** context.tries,
      pauseOffline: ({ context }) => Math.min(60_000, 5_000 * 2 ** (context.offlineTries - 1)),
    },
  });
}
