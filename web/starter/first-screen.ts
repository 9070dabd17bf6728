import type { CompiledExperiment, CompiledOption } from '../../engine/model.ts';
import { shuffled } from '../../engine/run/shuffle.ts';
import { pickVariant } from '../../engine/run/variants.ts';
import { visitorSeed } from '../storage.ts';

/**
 * The script that stands inline in the head of pages whose first screen depends on experiments or has shuffled options
 * (and of no others; its hash is in the Content-Security-Policy). The page is rendered for visitors with the first
 * variants and in the file's order; the screens of the others, and those to shuffle, stand before this script as
 * templates. It puts the visitor's own in place before anything is painted.
 */

/** The screen that a visitor sees first, by the variants that decide it: the id of its step, and those that its texts say. */
export type FirstStep =
  string | { readonly experiment: CompiledExperiment; readonly steps: Readonly<Record<string, FirstStep>> };

/** What stands in the script's `data-first`. */
export interface FirstScreens {
  /** Id of the funnel. */
  readonly funnel: string;
  readonly first: FirstStep;
  /** Options to shuffle, by their screen. */
  readonly shuffled: Readonly<Record<string, readonly CompiledOption[]>>;
}

/** Attributes that belong to the place of an option, not to the option. */
const ofPlaces = ['data-digit', 'tabindex'];

const { funnel, first, shuffled: toShuffle } = JSON.parse(document.currentScript!.dataset['first']!) as FirstScreens;
const seed = visitorSeed();
let screen = first;
while (typeof screen !== 'string') screen = screen.steps[pickVariant(funnel, screen.experiment, seed)]!;
const template = document.querySelector<HTMLTemplateElement>(`template[data-first="${screen}"]`);
if (template) {
  const options = toShuffle[screen];
  const [step] = screen.split(' ', 1); // the variants that its texts depend on follow
  if (options) arrange(template.content, options, shuffled(options, `${funnel}\n${step}`, seed));
  showWhenParsed(template);
}

/** Puts the elements of options, which stand in the file's order, into the visitor's. */
function arrange(
  screen: DocumentFragment,
  options: readonly CompiledOption[],
  wanted: readonly CompiledOption[],
): void {
  const rows = screen.querySelector('[data-value], label:has([type=checkbox])')!.parentElement!;
  const elements = [...rows.children];
  const places = elements.map((element) => ofPlaces.map((name) => element.getAttribute(name)));
  for (const [place, option] of wanted.entries()) {
    const element = elements[options.indexOf(option)]!;
    rows.append(element);
    for (const [at, name] of ofPlaces.entries()) {
      const value = places[place]![at];
      if (typeof value === 'string') element.setAttribute(name, value);
      else element.removeAttribute(name);
    }
  }
}

/**
 * Replaces the screen as soon as the parser comes to it: observers run before the next paint. What the parser still
 * has of the old one it adds where that went, out of the page.
 */
function showWhenParsed({ content }: HTMLTemplateElement): void {
  const observer = new MutationObserver(() => {
    const root = document.getElementById('root');
    if (!root) return;
    observer.disconnect();
    const shown = root.cloneNode() as HTMLElement;
    shown.append(content);
    root.replaceWith(shown);
  });
  observer.observe(document, { childList: true, subtree: true });
}
