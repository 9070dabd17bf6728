import { useEffect } from 'react';
import { player } from './player.ts';

const keys: Readonly<Record<string, () => void>> = {
  ' ': () => player.toggle(),
  k: () => player.toggle(),
  j: () => player.seekBy(-15),
  l: () => player.seekBy(15),
  ArrowLeft: () => player.seekBy(-15),
  ArrowRight: () => player.seekBy(15),
};

/** Where keys write or choose, they are not the player's. */
const usesAllKeys =
  'input:not([type="range"]), select, textarea, [contenteditable], [role="combobox"], [role="listbox"], [role="option"]';
/** The space bar presses these, whatever else plays. */
const usesSpace = 'button, a, summary, [role="button"], [role="checkbox"], [role="radio"], [role="switch"]';
/** Arrows move within these. */
const usesArrows = 'input, [role="radiogroup"], [role="tablist"], [role="menu"], [role="toolbar"]';

/** Space or K plays and pauses, J and L or the arrows go 15 seconds, while something is loaded. */
export function usePlayerKeys(isLoaded: boolean): void {
  useEffect(() => {
    if (!isLoaded) return;
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isLoaded]);
}

function press(event: KeyboardEvent): void {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const act = keys[key];
  if (!act || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest(usesAllKeys)) return;
  if (key === ' ' && target.closest(usesSpace)) return;
  if (key.startsWith('Arrow') && target.closest(usesArrows)) return;
  if (isBehindOtherDialog(target)) return;
  event.preventDefault();
  if (!(event.repeat && (key === ' ' || key === 'k'))) act();
}

/** Somebody who is asked something else does not mean the player. */
function isBehindOtherDialog(target: Element): boolean {
  const dialog = target.closest('[role="dialog"], [role="alertdialog"]');
  return dialog !== null && dialog.querySelector('[data-full-player]') === null;
}
