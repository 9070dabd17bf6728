import { expect, test } from 'vitest';
import { searchOptions } from '../../../web/quiz/fields/search-options.ts';

const options = [
  ['at', 'Österreich'],
  ['gb', 'United Kingdom', 'Great Britain, England'],
  ['us', 'United States'],
  ['ci', "Côte d'Ivoire"],
  ['es', 'España'],
  ['ae', 'United Arab Emirates'],
  ['dk', 'Denmark', 'Kingdom of Denmark'],
].map(([key, label, note]) => ({ key: key!, label: label!, ...(note !== undefined && { note }), exclusive: false }));
const found = (query: string) => searchOptions(options, query).map(({ key }) => key);

test('a search finds options whatever its case and accents, in the label and in the note', () => {
  expect(found('espana')).toEqual(['es']);
  expect(found('ESPAÑA')).toEqual(['es']);
  expect(found('ost')).toEqual(['at']);
  expect(found('cote d’iv')).toEqual(['ci']);
  expect(found('england')).toEqual(['gb']);
  expect(found('  ')).toHaveLength(options.length);
  expect(found('atlantis')).toEqual([]);
});

test('the options that begin with the search come first, then those with words that do, then all others', () => {
  expect(found('united')).toEqual(['gb', 'us', 'ae']);
  expect(found('kingdom')).toEqual(['gb', 'dk']);
  expect(found('d')).toEqual(['dk', 'ci', 'gb', 'us', 'ae']);
  expect(found('states uni')).toEqual(['us']);
});
