import { palette } from '../../../content/brand.ts';
import { expect, test } from 'vitest';
import { buildFunnels } from '../../../engine/author/build.ts';
import { compareFunnels } from '../../../engine/author/diff/compare-funnels.ts';
import { parseTestimonials } from '../../../engine/author/testimonials.ts';
import { toScreen } from '../../../engine/run/screen.ts';
import { startVisit } from '../../../stories/step/start-visit.ts';
import { dateTopics } from '../steps/date-funnel.ts';

const said = (text: string) => parseTestimonials({ name: 'content/testimonials.yaml', text });
const ada = `ada:
  name: Ada L.
  source: A letter of 2026-10-02, agreed on 2026-10-05
  en: { text: I sleep again., about: 'Reader, 36' }
`;
const build = (shown: string, words = '', testimonials = ada) =>
  buildFunnels({
    colours: palette,
    files: [
      {
        name: 'nights.yaml',
        text: `funnel: nights
path: /nights
storage_key: wizardNights
locales: [en]
steps:
  - { id: name, type: text }
  - { id: others, type: info, ${shown} }
outcomes: { only: { else: true, topics: [rest] } }
finish: results
`,
      },
      {
        name: 'nights.en.yaml',
        text: `funnel: { name: Nights, description: Nights }
steps: { name: { title: Your name? }, others: { title: Others${words} } }
outcomes: { only: { title: Rest, summary: Rest } }
`,
      },
    ],
    topics: dateTopics,
    testimonials: said(testimonials).testimonials,
    pictures: new Map([['night.webp', { bytes: 20_000, content: { format: 'webp', width: 800, height: 600 } }]]),
  });
function screenOf({ funnels, problems }: ReturnType<typeof build>) {
  expect(problems).toEqual([]);
  const [{ funnel, words }] = funnels as [(typeof funnels)[number]];
  const visit = startVisit(funnel, { steps: [{ step: 'name', answer: 'Ada' }, { step: 'others' }] });
  return toScreen({ funnel, words: words['en']! }, visit.getSnapshot());
}
const codes = (...written: Parameters<typeof build>) =>
  build(...written).problems.map(({ code, line, column }) => `${code} ${line}:${column}`);

test('an info step shows what members have said, and not where we have it from', () => {
  const screen = screenOf(build('testimonials: [ada]'));
  const shown = { name: 'Ada L.', text: 'I sleep again.', about: 'Reader, 36' };
  expect(screen).toMatchObject({ type: 'display', testimonials: [shown] });
  expect(JSON.stringify(build('testimonials: [ada]'))).not.toContain('letter');
});

test('or a picture, described with the answers put in; an empty text where the words say all', () => {
  const picture = { src: '/pictures/night.webp', loading: 'lazy' };
  expect(screenOf(build('picture: night.webp', ", alt: 'A night for {{name}}'"))).toMatchObject({
    picture: { ...picture, alt: 'A night for \u2068Ada\u2069' },
  });
  expect(screenOf(build('picture: night.webp'))).toMatchObject({ picture: { ...picture, alt: '' } });
});

test('or a timer, which a browser knows by the ids that its step has had', () => {
  const built = build(
    'timer: { minutes: 1, seconds: 30 }, renamed_from: [pause, break]',
    ", ended: 'Well done, {{name}}.'",
  );
  const ids = ['nights:others', 'nights:pause', 'nights:break'];
  expect(screenOf(built)).toMatchObject({ timer: { seconds: 90, ended: 'Well done, \u2068Ada\u2069.', ids } });
});

test('a comparison of two versions says what is shown, and whose words have changed', () => {
  const versions = [
    build(''),
    build('picture: night.webp'),
    build('testimonials: [ada]'),
    build('testimonials: [ada]', '', ada.replace('sleep', 'rest')),
  ].map(({ funnels: [built] }) => built!);
  const changes = [1, 2, 3].map((at) => compareFunnels(versions[at - 1]!, versions[at]!).changes[0]?.changes);
  expect(changes).toEqual([
    ['picture: now night.webp'],
    [
      'testimonials: now Ada L.',
      'picture: no longer night.webp',
      'testimonials, Ada L. (en): now “I sleep again.”',
      'testimonials, about Ada L. (en): now “Reader, 36”',
    ],
    ['testimonials, Ada L. (en): “I sleep again.” → “I rest again.”'],
  ]);
});

test('and how long a timer runs, and what it says at its end', () => {
  const versions = ['{ minutes: 1, seconds: 30 }', '{ seconds: 600 }', '{ minutes: 120 }'].map(
    (timer, at) => build(`timer: ${timer}`, `, ended: Over ${Math.min(at, 1)}`).funnels[0]!,
  );
  const changes = [1, 2].map((at) => compareFunnels(versions[at - 1]!, versions[at]!).changes[0]?.changes);
  expect(changes).toEqual([
    ['timer: 90 seconds → 10 minutes', 'ended (en): “Over 0” → “Over 1”'],
    ['timer: 10 minutes → 2 hours'],
  ]);
});

test('what is not there, not in the language of the funnel, or too much for one step is a problem', () => {
  expect(codes('picture: nigth.webp')).toEqual(['picture_unknown 7:40']);
  expect(codes('testimonials: [bo]')).toEqual(['unknown_testimonial 7:46']);
  expect(codes('testimonials: [ada]', '', ada.replace('en:', 'es:'))).toEqual(['text_missing 7:46']);
  expect(codes('testimonials: [ada], picture: night.webp')).toEqual(['either_or 7:31']);
  expect(codes('testimonials: [ada]', ', alt: Ada')).toEqual(['text_misfit 2:64']);
  expect(codes('timer: { minutes: 1 }, testimonials: [ada]', ', ended: Over')).toEqual(['either_or 7:31']);
});

test('a timer has a length in whole units, and words for its end in every language', () => {
  expect(build('timer: { minutes: 1 }').problems.map(({ code, message }) => [code, message])).toEqual([
    ['text_missing', 'The step "others" has no ended in en.'],
  ]);
  expect(codes('testimonials: [ada]', ', ended: Over')).toEqual(['text_misfit 2:64']);
  for (const timer of ['10', '{}', '{ minutes: 1.5 }', '{ hours: 0 }', '{ days: 2 }'])
    expect(codes(`timer: ${timer}`, ', ended: Over'), timer).toHaveLength(1);
});

test('a testimonial without a source is a problem of its file, and the quiz that shows it waits for it', () => {
  const { problems, testimonials } = said(ada.replace(/ {2}source.*\n/, ''));
  expect(problems.map(({ code, message }) => [code, message])).toEqual([
    ['key_missing', 'A testimonial must have "source".'],
  ]);
  expect(testimonials).toEqual({ testimonials: {}, complete: false });
  const { funnels, problems: others } = build('testimonials: [ada]', '', ada.replace(/ {2}source.*\n/, ''));
  expect([funnels, others]).toEqual([[], []]);
});
