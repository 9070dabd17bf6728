import { isScalar } from 'yaml';
import type { Path } from '../../problem.ts';
import { locate, type Place } from '../document.ts';
import type { Words } from '../words/words.ts';
import type { Refusal, WantedText } from './plan-import.ts';
import { keyOfText } from './text-keys.ts';

/** Refuses texts that an anchor gives to several places, where these places are to say different things. */
export function refuseShared(words: Words, wanted: readonly WantedText[]): Refusal[] {
  const textOf = new Map(wanted.map(({ key, text }) => [key, text]));
  return wanted.flatMap(({ row, locale, key, path, text }) => {
    const place = placeOf(words, path);
    if (place.uses.length === 0 && !place.anchored) return [];
    const others = words.texts.filter(
      (use) => keyOfText(use.path) !== key && locate(words.document, use.path).node === place.node,
    );
    const other = others.find((use) => (textOf.get(keyOfText(use.path)) ?? use.parsed.source) !== text);
    if (place.found && !other) return [];
    const partner = other ? ` with ${keyOfText(other.path)}` : '';
    const message = `An anchor of the YAML file shares this text${partner}. Change it there.`;
    return [{ row, column: locale, message }];
  });
}

/** Where a text is; also that of an option without a second line, and of a paragraph that is no list. */
function placeOf(words: Words, path: Path): Place {
  const place = locate(words.document, path);
  const isOnly = isScalar(place.node) && (path.at(-1) === 'label' || path.at(-1) === 0);
  return { ...place, found: place.found || isOnly };
}
