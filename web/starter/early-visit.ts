import { earlyKeyPrefix } from '../storage.ts';

/** What differs from screen to screen: the step's id, the top, what screen readers hear, and the step itself. */
type Shown = readonly [id: string, top: Element, said: string | null, step: Element];

const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/**
 * Takes the visitor through the screens that the page holds until its own script has come, and keeps what they do for
 * it. It knows no rules: where a screen leads, the page says (`EarlyTransitions`); a tap that leads to a screen which isn't here is
 * shown and waits. The browser's history gets an entry for each step (web/quiz/step-history.ts). Returns whether it
 * goes on where a page was before it was loaded again.
 */
export function startEarlyVisit(funnel: string): boolean {
  const key = earlyKeyPrefix + funnel;
  const { dataset } = document.documentElement;
  const hearing = new AbortController();
  const seen: Record<string, Shown> = {};
  /** The events that lead to the screen, and those that were gone back over, the last first. */
  const path: EarlyEvent[] = [];
  let undoneEvents: EarlyEvent[] = [];
  let visit: EarlyVisit & { events: EarlyEvent[]; waits: boolean } = { openedAt: Date.now(), events: [], waits: false };
  let transitions: EarlyTransitions | undefined;

  function show([id, top, said, step]: Shown): void {
    const old = readScreen(screen());
    seen[old[0]] = old;
    screen().dataset['step'] = id;
    old[1].replaceWith(top);
    screen().children[1]!.textContent = said;
    old[3].replaceWith(step);
    step.querySelector('h1')!.focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: 'instant' });
  }

  function wait(waits: boolean, value?: string): void {
    visit.waits = waits;
    for (const each of screen().querySelectorAll<HTMLElement>('[data-tap]'))
      each.toggleAttribute('data-tapped', waits && each.dataset['value'] === value);
  }

  /** To where an event leads, if the page holds it. */
  function go(event: EarlyEvent): void {
    const target = transitions?.[event.step];
    const id = typeof target === 'object' ? target[event.value!] : target;
    const element = document.querySelector<HTMLTemplateElement>(`template[data-held="${id}"]`);
    mark(event.value);
    wait(!element, event.value);
    if (!element) return;
    path.push(event);
    show(seen[id!] ?? readScreen(document.importNode(element.content, true).firstElementChild as HTMLElement));
    const position = path.length;
    if (stepInHistory()! > position) return; // as after a reload
    if (!stepInHistory()) history.replaceState({ ...history.state, step: position }, '');
    history.pushState({ ...history.state, step: position + 1 }, '');
  }

  function goBack(): void {
    const event = path.pop()!;
    undoneEvents.push(event);
    show(seen[event.step]!);
  }

  function take(event: EarlyEvent): void {
    visit.events.push(event);
    if (event.type === 'BACK') goBack();
    else go(event);
    try {
      sessionStorage.setItem(key, JSON.stringify(visit));
    } catch {
      // storage is off: only a reload starts over
    }
  }

  function onTap(event: MouseEvent): void {
    const tapped = (event.target as Element).closest<HTMLElement>('[data-tap]');
    if (!tapped) return;
    const { tap, value } = tapped.dataset;
    if (tap === 'back') history.back();
    else if (!visit.waits) {
      undoneEvents = [];
      take({ at: Date.now(), step: screen().dataset['step']!, type: value === undefined ? 'NEXT' : 'ANSWER', value });
    }
  }

  /** Digits choose, arrows move the focus, as in web/quiz/fields. */
  function onKey(event: KeyboardEvent): void {
    const { key: name, altKey, ctrlKey, metaKey, repeat } = event;
    if ('ready' in dataset) return;
    const all = radios();
    const at = all.indexOf(event.target as HTMLElement);
    const move = moves[name];
    if (at >= 0 && move) {
      event.preventDefault();
      all.at((at + move) % all.length)!.focus();
    } else if (!altKey && !ctrlKey && !metaKey && !repeat)
      all.find((radio) => radio.dataset['digit'] === name)?.click();
  }

  /** The browser went along its history. */
  function follow(): void {
    const position = stepInHistory();
    if (!position) return;
    const { step } = screen().dataset;
    if (visit.waits) {
      visit.events.pop();
      wait(false);
      mark(visit.events.findLast((event) => event.step === step && event.value)?.value);
    }
    while (path.length >= position) take({ at: Date.now(), step: screen().dataset['step']!, type: 'BACK' });
    while (path.length < position - 1 && undoneEvents[0]) take({ ...undoneEvents.pop()!, at: Date.now() });
  }

  /** A form waits for the page's own script, which alone knows where it goes. */
  function onSubmit(event: SubmitEvent): void {
    if (event.defaultPrevented) return; // React has heard it
    event.preventDefault();
    onChange(event);
    event.submitter?.toggleAttribute('data-tapped', true);
  }

  const element = document.querySelector<HTMLElement>('[data-ways]');
  if (element && !/[?&]stepsLimit=/.test(location.search))
    transitions = JSON.parse(element.dataset['ways']!) as EarlyTransitions;
  const saved = readSaved(key);
  if (saved) visit = { ...visit, openedAt: saved.openedAt };
  for (const event of saved?.events ?? []) if (!visit.waits) take(event);
  const { signal } = hearing;
  document.addEventListener('click', onTap, { signal });
  document.addEventListener('keydown', onKey); // React hears keys only when its effects have run
  document.addEventListener('submit', onSubmit); // nor forms before it has taken them over
  document.addEventListener('input', onChange);
  globalThis.earlyChanges = [];
  addEventListener('popstate', follow, { signal });
  globalThis.earlyVisit = (isOver) => {
    if (isOver) hearing.abort();
    return visit;
  };
  return saved !== null;
}

function readSaved(key: string): EarlyVisit | null {
  try {
    return JSON.parse(sessionStorage.getItem(key)!) as EarlyVisit | null;
  } catch {
    return null; // storage is off, or damaged
  }
}

const screen = () => document.querySelector<HTMLElement>('[data-step]')!;
const radios = () => [...screen().querySelectorAll<HTMLElement>('[role=radio]')];
const stepInHistory = () => (history.state as { step?: number } | null)?.step;

function readScreen({ dataset, children: [top, said, step] }: HTMLElement): Shown {
  return [dataset['step']!, top!, said!.textContent, step!];
}

/** Shows the choice as React does; of none, the first can be reached by Tab. */
function mark(value: string | undefined): void {
  const all = radios();
  const chosen = all.findIndex((radio) => radio.dataset['value'] === value);
  all.forEach((radio, index) => {
    radio.ariaChecked = `${index === chosen}`;
    radio.tabIndex = index === Math.max(chosen, 0) ? 0 : -1;
  });
}

/** What the starter script hands over to the page's own. */

/** An event of a visit from before the page's own script had come. */
export interface EarlyEvent {
  /** When it was, by the visitor's clock: milliseconds since 1970. */
  readonly at: number;
  /** Id of the step on the screen. */
  readonly step: string;
  readonly type: 'ANSWER' | 'NEXT' | 'BACK';
  /** Key of the option that was chosen, or the number. */
  readonly value?: string | undefined;
}

/** A visit before the page's own script has come. */
export interface EarlyVisit {
  /** When the page was opened, by the visitor's clock: milliseconds since 1970. */
  readonly openedAt: number;
  /** All that the visitor did, in order. */
  readonly events: readonly EarlyEvent[];
  /** Whether the last event has not led on yet: the page does not hold the screen that follows. */
  readonly waits: boolean;
}

/**
 * Where each screen that the page holds leads: to the step with this id, or by the answer's key. A step that is not
 * named, and an answer that is not, wait for the page's own script.
 */
export type EarlyTransitions = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

declare global {
  /** What the visitor has done so far; `isOver` ends the starter script's part. Missing where no quiz was opened. */
  var earlyVisit: ((isOver?: boolean) => EarlyVisit) | undefined;
  /**
   * Each field of the step on the screen when it was changed, in a ranking the order counts, and its form when it was
   * sent. Missing where no quiz was opened, and once React has taken them over.
   */
  var earlyChanges: Element[] | undefined;
}

/** The page's own script repeats the changes in this order. */
function onChange({ target }: Event): void {
  globalThis.earlyChanges?.push(target as Element);
}
