import { palette } from '../../../content/brand.ts';
import fc from 'fast-check';
import { cpSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildFunnels } from '../../../engine/author/build.ts';
import { parseTopics } from '../../../engine/author/topics.ts';
import { sitePaths } from '../../../engine/author/rules/reserved-paths.ts';
import { formatProblem } from '../../../engine/problem.ts';
import { filesFromTemplate } from '../../../scripts/funnel/new.ts';
import { readTopics } from '../../../scripts/build/load-site.ts';
import { run, temporaryFolder } from './run.ts';

const part = fc.stringMatching(/^[a-z0-9]{1,8}$/);
const anyId = fc
  .tuple(fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/), fc.array(part, { maxLength: 3 }))
  .map(([first, more]) => [first, ...more].join('-'))
  .filter((id) => !sitePaths.includes(`/${id}`));

describe('new', () => {
  it('puts a folder with a space in quotes, where it says what to do next', async () => {
    using folder = temporaryFolder();
    mkdirSync(join(folder.path, 'my quizzes'));
    const { out } = await run(['new', 'calm-mornings', '--dir', join(folder.path, 'my quizzes')]);
    expect(out).toContain(`npm run funnel -- check calm-mornings --dir "${folder.path}/my quizzes"\n`);
    expect(out).toContain(`FUNNELS_DIR="${folder.path}/my quizzes" npm run dev\n`);
  });

  it('writes a funnel that passes beside those of the site, and says what to do next', async () => {
    using folder = temporaryFolder();
    cpSync('funnels', folder.path, { recursive: true });
    const { exitCode, out } = await run(['new', 'calm-mornings', '--dir', folder.path]);
    expect(exitCode).toBe(0);
    for (const ending of ['yaml', 'en.yaml', 'es.yaml'])
      expect(out).toContain(`${join(folder.path, `calm-mornings.${ending}`)}\n`);
    expect(out).toContain(`npm run funnel -- check calm-mornings --dir ${folder.path}`);
    expect((await run(['check', '--dir', folder.path])).out).toMatch(/^\d+ funnels without problems\.\n$/);
  });

  it('passes under every id that a funnel can have, also beside another new one', () => {
    const { topics } = parseTopics(readTopics());
    const pairs = fc.uniqueArray(anyId, { minLength: 2, maxLength: 2 });
    fc.assert(
      fc.property(pairs, (ids) => {
        const files = ids.flatMap((id) => filesFromTemplate(id, 'funnels'));
        const { funnels, problems } = buildFunnels({ colours: palette, files, topics });
        expect(problems.map((problem) => formatProblem(problem))).toEqual([]);
        expect(funnels.map(({ funnel }) => funnel.path)).toEqual(ids.map((id) => `/${id}`));
      }),
      { numRuns: 10, examples: [[['area-51', 'area51']], [['constructor', 'calmer-evenings']]] },
    );
  });

  it('leaves nothing of the template’s own names', () => {
    const texts = filesFromTemplate('one-two', 'funnels').map(({ text }) => text);
    expect(texts.join('')).not.toMatch(/calmer-evenings|calmer_evenings|CalmerEvenings/);
    expect(texts.join('')).toContain('wizard_start_one_two');
  });

  it.each([
    ['funnels', '../schemas/generated/words.schema.json'],
    ['drafts/may', '../../schemas/words.schema.json'],
  ])('names the schema so that editors find it from %s', (dir, schema) => {
    const [first] = filesFromTemplate('one', dir);
    expect(first?.text.split('\n')[0]).toBe(`# yaml-language-server: $schema=${schema}`);
  });

  it.each([
    ['is taken', 'calm-nights', /^There is a funnel "calm-nights" already: .+ Choose another id\.\n$/],
    ['has capitals and spaces', 'Sléep Issues', /Did you mean "sleep-issues"\?\n$/],
    ['has nothing of an id', '¿?', /Such as: sleep-issues\.\n$/],
    ['begins with a digit', '7-days', /Did you mean "days"\?\n$/],
    ['is a page of the site', 'login', /^A funnel "login" would not pass\. \/login is a page of the site/],
    [
      'is the path of another funnel',
      'nights',
      /The path \/nights is also that of the funnel "(calm-nights|nights)"\./,
    ],
    ['leads out of the folder', '../nights', /can't be the id of a funnel/],
  ])('changes nothing for an id that %s', async (_title, id, message) => {
    using folder = temporaryFolder('calm-nights');
    folder.change('calm-nights.yaml', 'path: /calm-nights', 'path: /nights');
    const before = readdirSync(folder.path);
    const { exitCode, out, err } = await run(['new', id, '--dir', folder.path]);
    expect(err).toMatch(message);
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
    expect(readdirSync(folder.path)).toEqual(before);
  });

  it('passes for its own funnel beside one with problems', async () => {
    using folder = temporaryFolder('calm-nights');
    folder.change('calm-nights.yaml', 'type: intro', 'type: intrro');
    expect((await run(['new', 'nights', '--dir', folder.path])).exitCode).toBe(0);
    expect(readFileSync(join(folder.path, 'nights.es.yaml'), 'utf8')).toContain('Noches más tranquilas');
  });
});
