import type { CompatStatement, Identifier as Feature } from '@mdn/browser-compat-data';
import { browserslistToTargets, transform } from 'lightningcss';
import { oldestBrowsers } from '../vite/browser-targets.ts';
import { compatOf, css, featuresBelow, missingBrowsers, type FoundFeature } from './missing-browsers.ts';

const { 'at-rules': atRules, properties, selectors, types } = css as Record<string, Feature>;
const functions = new Map([...featuresBelow(types!)].toReversed()); // the first one of a name counts

const targets = browserslistToTargets(
  oldestBrowsers().map(({ name, version }) => `${name === 'iOS' ? 'ios_saf' : name.toLowerCase()} ${version}`),
);

/**
 * What a style sheet asks for that some browser of the table lacks, once Lightning CSS has lowered it as the build does.
 * What is written for the browsers of one vendor is left out. `place`: where it stands, such as `web/ui/base.css`.
 */
export function styleFeatures(place: string, text: string): FoundFeature[] {
  const cssModules = place.endsWith('.module.css');
  const lowered = transform({ filename: place, code: Buffer.from(text), targets, cssModules }).code.toString();
  return (lowered.match(/[^;{}]+[;{]/g) ?? []).flatMap((part) =>
    featuresOf(part.replace(/\s+/g, ' ').trim()).flatMap(([feature, compat]) => {
      const missing = missingBrowsers(compat, { allowsPrefix: true }); // Lightning CSS writes those that are needed
      return missing.length > 0 ? [{ feature, place, missing }] : [];
    }),
  );
}

type Named = readonly [feature: string, compat: CompatStatement];

/** What a declaration or the head of a rule consists of, as MDN's data has it. */
function featuresOf(part: string): Named[] {
  const [, atRule, query = ''] = /^@([\w-]+)(.*)[{;]$/.exec(part) ?? [];
  if (atRule) return inAtRule(atRule, query);
  const [, property, value] = /^([\w-]+): (.+);$/.exec(part) ?? [];
  if (property && value) return inDeclaration(property, value);
  const pseudos = part.endsWith('{') ? part.matchAll(/::?([a-z][\w-]*)/g) : [];
  return [...pseudos].flatMap(([text, name]) => known(text, selectors![name!]));
}

function inAtRule(name: string, query: string): Named[] {
  const rule = atRules![name];
  const words = name === 'media' ? query.match(/[a-z][\w-]+/g) : [];
  return [
    ...known(`@${name}`, rule),
    // Lightning CSS writes (width > 768px) as not (max-width: 768px), which is as new.
    ...(name === 'media' && /[<>]|\bnot \(/.test(query) ? known('range media query', rule?.['range_syntax']) : []),
    ...(words ?? []).flatMap((word) => known(`@media ${word}`, rule?.[word])),
  ];
}

/** A property that some browser lacks stands for its values as well. */
function inDeclaration(name: string, value: string): Named[] {
  const property = properties![name];
  const values = value.match(/[a-z][\w-]*/g) ?? [];
  const called = value.match(/[a-z][\w-]*(?=\()/g) ?? [];
  const compat = compatOf(property);
  const isNew = compat && missingBrowsers(compat, { allowsPrefix: true }).length > 0;
  return [
    ...known(name, property),
    ...(isNew ? [] : values.flatMap((word) => known(`${name}: ${word}`, property?.[word]))),
    ...called.flatMap((word) => (functions.has(word) ? [[`${word}()`, functions.get(word)!] as const] : [])),
  ];
}

function known(feature: string, at: Feature | undefined): Named[] {
  const compat = compatOf(at);
  return compat && !feature.startsWith('-') ? [[feature, compat]] : [];
}
