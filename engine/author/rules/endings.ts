import type { Path } from '../../problem.ts';
import { didYouMean } from '../did-you-mean.ts';
import { declaredEndingOf, namedEndings } from '../endings.ts';
import type { Finding } from '../finding.ts';
import { checkAddress, type LinkList } from '../links.ts';
import type { EndingValue, Flow } from '../flow.ts';
import type { FlowRule, WordsRule } from './rule.ts';

/** An ending is one of those that have a name, or leads where links may lead; only an outcome with topics has a plan. */
export const endings: FlowRule = function* ({ flow, links }) {
  yield* checkEnding(flow, ['ending'], flow.value.ending, links);
  for (const [id, { ending, topics = [] }] of Object.entries(flow.value.outcomes ?? {})) {
    const path = ['outcomes', id, 'ending'];
    yield* checkEnding(flow, path, ending, links);
    if (ending === 'plan' && topics.length === 0) {
      const hint = 'Name topics, or end with registration or message.';
      yield {
        in: flow.document,
        path,
        code: 'ending_misfit',
        message: `"${id}" has no topics to make a plan of.`,
        hint,
      };
    }
  }
};

function* checkEnding(flow: Flow, path: Path, ending: EndingValue | undefined, links: LinkList): Iterable<Finding> {
  if (typeof ending === 'object') return yield* checkByLocale(flow, path, ending, links);
  if (ending === undefined || namedEndings.has(ending)) return;
  if (!/[:/]/.test(ending)) {
    const hint = didYouMean(ending, namedEndings).hint ?? `Write ${[...namedEndings].join(', ')}, or an address.`;
    yield { in: flow.document, path, code: 'unknown_value', message: `"${ending}" is no ending.`, hint };
    return;
  }
  const problem = checkAddress(ending, links);
  if (problem) yield { in: flow.document, path, code: 'link_refused', ...problem };
}

/** The addresses of an ending: one for each locale of the funnel, and no more. */
function* checkByLocale(
  flow: Flow,
  path: Path,
  ending: Readonly<Record<string, string>>,
  links: LinkList,
): Iterable<Finding> {
  const locales = flow.value.locales?.filter((locale) => locale !== undefined) ?? Object.keys(ending);
  for (const [locale, address] of Object.entries(ending)) {
    const place = { in: flow.document, path: [...path, locale] };
    if (!locales.includes(locale)) {
      const hint = `Its locales are ${locales.join(', ')}.`;
      const message = `The funnel doesn't come in "${locale}".`;
      yield { ...place, target: 'key', code: 'text_for_nothing', message, hint };
    } else if (namedEndings.has(address)) {
      const hint = `Write ending: ${address} for all languages, or an address.`;
      yield { ...place, code: 'unknown_value', message: 'Only an address differs by language.', hint };
    } else yield* checkEnding(flow, place.path, address, links);
  }
  const missing = locales.filter((locale) => !Object.hasOwn(ending, locale) && !isBroken(flow, [...path, locale]));
  if (missing.length === 0) return;
  const message = `The ending has no address in ${missing.join(', ')}.`;
  yield { in: flow.document, path, target: 'key', code: 'text_missing', message };
}

function isBroken({ broken }: Flow, path: Path): boolean {
  return broken.some((part) => part.path.join('/') === path.join('/'));
}

/** A button that leads to an address says where; a result that leads nowhere has none. */
export const endingWords: WordsRule = function* ({ flow, words, links }) {
  if (!flow.complete.outcomes) return;
  for (const { document, locale, value, isSound } of words) {
    for (const id of Object.keys(flow.value.outcomes ?? {})) {
      const texts = value.outcomes?.[id];
      if (!texts || !isSound('outcomes', id)) continue;
      const ending = declaredEndingOf(flow.value, id, locale);
      const place = { in: document, path: ['outcomes', id], target: 'key' as const };
      const related = [{ in: flow.document, path: ['outcomes', id], target: 'key' as const, note: 'The outcome.' }];
      const isAddress = !namedEndings.has(ending) && !checkAddress(ending, links);
      if (isAddress && (texts.button ?? value.site?.button) === undefined) {
        const message = `The outcome "${id}" ends at an address, and its button has no words in ${locale}.`;
        yield {
          ...place,
          code: 'text_missing',
          message,
          hint: 'Add button: below, such as Find help near you.',
          related,
        };
      }
      for (const key of ['button', 'next_title', 'next_text'] as const) {
        if (ending !== 'message' || texts[key] === undefined) continue;
        const message = `The outcome "${id}" leads nowhere: its ${key} would never be seen.`;
        const hint = 'Remove it, or give the outcome another ending.';
        yield { ...place, path: ['outcomes', id, key], code: 'text_misfit', message, hint, related };
      }
    }
  }
};
