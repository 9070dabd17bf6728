import { expect, it } from 'vitest';
import { loadWords } from '../../web/i18n.ts';

it('section 8: a missing translation file for a locale is an unknown-import error', async () => {
  await expect(loadWords('fr', 'site')).rejects.toThrow('Unknown variable dynamic import: ./locales/fr/site.yaml');
});
