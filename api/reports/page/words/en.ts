import type { ReportWords } from './words.ts';

export const en: ReportWords = {
  title: (name) => `Report: ${name}`,
  period: {
    between: (from, to) => `Visits that began from ${from} to ${to}`,
    since: (from) => `Visits that began on ${from} or later`,
    until: (to) => `Visits that began on ${to} or earlier`,
    always: 'All visits so far',
    without: (within, from, to) => `${within}, without those that began from ${from} to ${to}`,
  },
  made: (at, version) => `As of ${at} UTC. Days are in UTC. Version ${version} of the quiz.`,
  unreadable: (n, count) =>
    n === 1
      ? '1 visit could not be read to its end. It counts as far as it was reported.'
      : `${count} visits could not be read to their end. They count as far as they were reported.`,
  notRecorded: (n, count) =>
    n === 1
      ? '1 more visit was not recorded, as too many began from one network. It is in none of these figures.'
      : `${count} more visits were not recorded, as too many began from one network. They are in none of these figures.`,
  nothing: {
    title: 'No visits in this period',
    text: 'As soon as a visitor opens the quiz, it shows here. Try a longer period.',
  },
  figures: {
    title: 'Key figures',
    visitors: 'Visitors',
    visits: (n, count) => (n === 1 ? '1 visit' : `${count} visits`),
    finished: 'Finished the quiz',
    signUps: 'Signed up',
    purchases: 'Bought a plan',
    revenue: 'Revenue',
    ofVisits: (share) => `${share} of visits`,
    returned: (amount) => `${amount} returned`,
    ofAll: 'All visits',
    noReturns: 'nothing returned',
  },
  leads: {
    title: 'Leads',
    text: 'Addresses and numbers that visitors left in the quiz, by the day they came. Each counts once, also after it was corrected or erased.',
    version: 'Version of the quiz',
    now: '(now)',
  },
  flow: {
    title: 'Where visits end',
    text: 'Each bar is the visits that saw a step: first those that went on, then those that ended there. Beside it: how many saw it, and their share of all visits.',
    wentOn: 'Went on',
    left: 'Ended here',
    summary: (step, left, share) => `Most visits end on “${step}”: ${left}, ${share} of those who saw it.`,
    noneLeft: 'No visit ended on a step.',
  },
  days: {
    title: 'Day by day',
    text: 'By the day a visit began, whenever it went on.',
    table: 'The figures of each day',
    summary: (from, to) => `Visits, finished quizzes, sign-ups and purchases of each day from ${from} to ${to}.`,
    day: 'Day',
    visitors: 'Visitors',
    visits: 'Visits',
    finished: 'Finished',
    signUps: 'Sign-ups',
    purchases: 'Purchases',
  },
  steps: {
    title: 'Step by step',
    text: 'Time is how long the step was on the screen: half of the visits took no longer than the median, nine of ten no longer than the next figure.',
    step: 'Step',
    shown: 'Saw it',
    share: 'Of visits',
    left: 'Ended here',
    dropOff: 'Drop-off',
    median: 'Median time',
    p90: 'Nine of ten',
  },
  answers: {
    title: 'Answers',
    text: 'The last answer of each visit. Where several can be chosen, the shares add up to more than 100%.',
    answered: (n, count) => (n === 1 ? '1 visit saw it' : `${count} visits saw it`),
  },
  outcomes: { title: 'Outcomes', text: 'Of the visits that finished.' },
  goals: { title: 'Goals', text: 'Visits that reached each goal.' },
  groups: {
    title: { variant: 'By variant', utm_source: 'By source', locale: 'By language' },
    group: { variant: 'Variant', utm_source: 'Source', locale: 'Language' },
    finishRate: 'Finish rate',
    none: '(none)',
    other: '(other)',
  },
  experiments: {
    title: 'Experiments',
    text: 'Each visitor counts once, from the moment the variant made a difference. The bar is where the true rate lies with 95% certainty; the mark is the rate that was seen. A verdict holds however often you look.',
    name: (name) => `Experiment ${name}`,
    conversions: { finished: 'Finished the quiz', sign_up: 'Signed up', purchase: 'Bought a plan' },
    variant: 'Variant',
    visitors: 'Visitors',
    converted: 'Did it',
    rate: 'Rate',
    interval: '95% interval',
    best: 'Chance to be best',
    lift: 'Against the first',
    baseline: 'baseline',
    tooSmall: (needed, fewest) =>
      `Too early to tell: it takes up to about ${needed} visitors in each variant, and the smallest has ${fewest}. Keep it running, and look as often as you like.`,
    close:
      'Still open: if there is a difference, it is about as large as would just be worth acting on. Keep it running, or keep what is simpler.',
    noneYet: 'Too early to tell: no visitor has got this far yet.',
    difference: (better, worse) => `There is a difference: “${better}” does better than “${worse}”.`,
    noDifference: 'No difference worth acting on: no variant is better or worse than the first by a tenth.',
    mismatch: (p) =>
      `Don’t trust this experiment yet: visitors are not spread over the variants as the weights say (p ${p}). Something loses visitors of one variant.`,
    shares: (expected, got) => `${got} of visitors, ${expected} by the weights`,
    sales: 'What they bought',
    sold: 'Plans',
    perVisitor: 'Per visitor',
  },
  graph: {
    title: 'The flow',
    text: 'Every step with the visits that saw it and the share that ended there, and every way with the visits that took it. Scroll to see all of it.',
    step: (shown, share) => `${shown} · ${share} end here`,
    visits: (n, count) => (n === 1 ? '1 visit' : `${count} visits`),
  },
  seconds: (seconds) => `${seconds} s`,
  minutes: (minutes, seconds) => `${minutes} min ${seconds} s`,
};
