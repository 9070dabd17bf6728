import { accent } from './accent.ts';
import { blocks, blockTexts } from './blocks.ts';
import { branches } from './branches.ts';
import { testimonials, topics } from './catalogs.ts';
import { chartFormats, chartLabels } from './charts.ts';
import { chooseRange } from './choose-range.ts';
import { dimensionLabels } from './dimension-labels.ts';
import { dimensions } from './dimensions.ts';
import { endings, endingWords } from './endings.ts';
import { expressions } from './expressions.ts';
import { uniqueFields } from './fields.ts';
import { eachSaid, forEach } from './for-each.ts';
import { funnelId } from './funnel-id.ts';
import { goals, goalsShared } from './goals.ts';
import { wholeGroups } from './whole-groups.ts';
import { hiddenFields } from './hidden-fields.ts';
import { leads } from './leads.ts';
import { markup } from './markup.ts';
import { names } from './names.ts';
import { nextTargets } from './next-targets.ts';
import { dependentOptions } from './dependent-options.ts';
import { outcomeOrder } from './outcome-order.ts';
import { pictures, pictureTexts } from './pictures.ts';
import { plans } from './plans.ts';
import { pluralForms } from './plural-forms.ts';
import { recallParity } from './recall-parity.ts';
import { recallPhrases } from './recall-phrases.ts';
import { recallSyntax } from './recall-syntax.ts';
import { recallTargets } from './recall-targets.ts';
import { renamed } from './renamed.ts';
import { reservedNames } from './reserved-names.ts';
import { reservedPaths } from './reserved-paths.ts';
import { searches } from './searches.ts';
import type { FlowRule, SiteRule, WordsRule } from './rule.ts';
import { shuffle } from './shuffle.ts';
import { singleBraces } from './single-braces.ts';
import { sitePathsTwice, storageKeysTwice } from './site-names.ts';
import { storageKey } from './storage-key.ts';
import { stepIds } from './step-ids.ts';
import { stepKeysTogether } from './step-keys.ts';
import { variables } from './variables.ts';
import { unused } from './unused.ts';
import { variableOrder } from './variable-order.ts';
import { variantTexts } from './variant-texts.ts';
import { wordsFit, wordsNeeded } from './words-fit.ts';
import { wordsMatch } from './words-match.ts';
import { writeIns, writeInTexts } from './write-ins.ts';

/** What every flow must keep to. */
export const flowRules: readonly FlowRule[] = [
  funnelId,
  reservedPaths,
  storageKey,
  stepIds,
  uniqueFields,
  forEach,
  names,
  reservedNames,
  hiddenFields,
  renamed,
  goals,
  nextTargets,
  branches,
  wholeGroups,
  blocks,
  searches,
  outcomeOrder,
  topics,
  plans,
  accent,
  pictures,
  testimonials,
  endings,
  chooseRange,
  dependentOptions,
  writeIns,
  shuffle,
  stepKeysTogether,
  leads,
  dimensions,
  variables,
  chartFormats,
  variableOrder,
  expressions,
];

/** What the words of every funnel must keep to. */
export const wordsRules: readonly WordsRule[] = [
  wordsMatch,
  pictureTexts,
  writeInTexts,
  wordsFit,
  wordsNeeded,
  chartLabels,
  dimensionLabels,
  recallSyntax,
  singleBraces,
  recallTargets,
  eachSaid,
  blockTexts,
  recallParity,
  recallPhrases,
  pluralForms,
  variantTexts,
  markup,
  unused,
  endingWords,
];

/** What all funnels together must keep to. */
export const siteRules: readonly SiteRule[] = [sitePathsTwice, storageKeysTwice, goalsShared];
