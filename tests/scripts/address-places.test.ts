import { expect, test } from 'vitest';
import { hasPlaces, withoutPlaces, withPlaces, withTextPlaces } from '../../scripts/build/address-places.ts';
import { toScreen } from '../../engine/run/screen.ts';
import { visit } from '../engine/run/visitor.ts';
import { buildFunnel, withWords } from '../engine/run/build-funnel.ts';

const html = '<h1>Dear <bdi>{{query.first_name|you &amp; all}}</bdi>!</h1><img alt="\u2068{{query.city|here}}\u2069">';

test('words leave a place for each value, with what to say without it', () => {
  const funnel = buildFunnel({ steps: [{ id: 'hello', type: 'intro' }] });
  const { words } = withWords(funnel, {
    steps: { hello: { title: ['Dear ', { recall: 'query.first_name', fallback: 'you' }] } },
  });
  const snapshot = visit(funnel).actor.getSnapshot();
  expect(toScreen({ funnel, words: withPlaces(words) }, snapshot)!.title).toBe(
    'Dear \u2068{{query.first_name|you}}\u2069',
  );
});

test('a page for everybody says what there is to say without a value', () => {
  expect(withoutPlaces(html)).toBe('<h1>Dear you &amp; all!</h1><img alt="here">');
});

test('a screen that is filled in has its places in texts, and none in attributes', () => {
  const filled = withTextPlaces(html);
  expect(filled).toBe('<h1>Dear <bdi>{{query.first_name|you &amp; all}}</bdi>!</h1><img alt="here">');
  expect(hasPlaces(filled)).toBe(true);
  expect(hasPlaces('<h1>Dear <bdi>Ana</bdi></h1>')).toBe(false);
});
