import { assign, setup } from 'xstate';
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
  speedOf,
  volumeBeforeSleep,
} from './listening.ts';
import type { ContentItem } from '../content.ts';
import { ApiProblem } from '../../../session/api-client.ts';

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

const goesOn = ({ ending, sleep }: PlayerContext): boolean => ending === 'next' && sleep === null;
const problemIn = (event: object): ApiProblem | null =>
  'error' in event && event.error instanceof ApiProblem ? event.error : null;
const nextIn = (event: object): ContentItem | null => ('output' in event ? (event.output as ContentItem | null) : null);
const answerIn = (event: object): Opened | null => ('output' in event ? (event.output as Opened) : null);

/** What the states of the player are made of: actors, actions, guards and delays. */
// oxlint-disable-next-line max-lines-per-function -- a list
export function setUpPlayer(effects: PlayerEffects) {
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
      askNext: ({ context: { item }, self }) => {
        const id = item?.id ?? '';
        const take = (next: ContentItem | null) => self.send({ type: 'FOLLOWING', id, next });
        effects.findNext(id).then(take, () => undefined); // else it is asked again at the end
      },
      noteAsked: assign({ isNextAsked: true }),
      /** Whatever was answered may be out of date. */
      forgetFollowing: assign({ isNextAsked: false, following: null }),
      noteFollowing: assign(({ context: { item }, event }) =>
        event.type === 'FOLLOWING' && event.id === item?.id ? { following: event.next } : {},
      ),
      takeFollowing: assign(({ context }) => ({ next: context.following, nextInSeconds: countdownSeconds })),
      takeNext: assign(({ event }) => ({ next: nextIn(event), nextInSeconds: countdownSeconds })),
      dropNext: assign({ next: null }),
      countDown: assign(({ context }) => ({ nextInSeconds: context.nextInSeconds - 1 })),
      setEnding: assign(({ event }) =>
        event.type === 'ENDING' ? { ending: event.ending, isNextAsked: false, following: null } : {},
      ),
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
        const { title, summary, opening } = event.item;
        return { item: { ...item, title, summary, opening } };
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

      advance: assign(({ context, event }) => {
        if (event.type !== 'TIME') return {};
        const { listening, tries, stuckAt } = context;
        const { position } = event;
        return {
          position,
          listening: advance(listening, { position, now: now(), speed: speedOf(context) }),
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
      speedSound: ({ context }) => sound.setSpeed(speedOf(context)),
      unlock: () => sound.unlock(),
      loadSound: ({ context }) => {
        sound.load(context.item?.audioUrl ?? '', context.position);
        sound.setSpeed(speedOf(context));
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
      goesOn: ({ context }) => goesOn(context),
      goesOnAtOnce: ({ context }) => goesOn(context) && context.following !== null,
      isNextDue: ({ context }) => goesOn(context) && !context.isNextAsked,
      isNextKnown: ({ context }) => context.following !== null,
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
