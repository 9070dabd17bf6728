import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isMap, isScalar, type Node, parseDocument, visit } from 'yaml';

/** A copy of the project in a temporary folder, to be changed and built. */
export interface Copy {
  readonly folder: string;
  /** Every file that was changed or added. */
  readonly touched: Set<string>;
}

const parts = 'api content engine funnels schemas scripts stories tests web .storybook'.split(' ');
const files = ['package.json', 'package-lock.json', 'vite.config.ts'];

const isNeeded = (file: string) => !file.startsWith('tests/looks/references/');

export function copyProject(): Copy {
  const folder = mkdtempSync(path.join(tmpdir(), 'adapted-project-'));
  for (const part of [...parts, ...files]) cpSync(part, path.join(folder, part), { recursive: true, filter: isNeeded });
  // Only what is published: to compile all tests too takes twice as long.
  const settings: unknown = JSON.parse(readFileSync('tsconfig.json', 'utf8'));
  const include = ['api', 'engine', 'schemas', 'scripts', 'web'];
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ ...Object(settings), include }));
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  return { folder, touched: new Set() };
}

/** Writes `to` as a changed copy of `from`. */
function derive({ folder, touched }: Copy, from: string, to: string, change: (text: string) => string): void {
  const before = readFileSync(path.join(folder, from), 'utf8');
  const text = change(before);
  if (text === before && from === to) throw new Error(`Nothing to change in ${from}.`);
  mkdirSync(path.dirname(path.join(folder, to)), { recursive: true });
  writeFileSync(path.join(folder, to), text);
  touched.add(to);
}

const edit = (copy: Copy, file: string, change: (text: string) => string): void => derive(copy, file, file, change);

// ── Another brand: docs/guide/change-the-brand.md ────────────────────────────────────────────────────────────────────

/** A name that has to be escaped in HTML. */
export const newName = 'Fern & Ember';

/** The name and all colours, where the guide says. */
export function changeBrand(copy: Copy, name: string): void {
  edit(copy, 'content/brand.ts', (text) => changeColours(text.replace(`'${name}'`, `'${newName}'`)));
  edit(copy, 'web/public/favicon.svg', changeColours);
  for (const file of ['content/company.yaml', 'content/hosts.yaml'])
    edit(copy, file, (text) => text.replaceAll(name, newName).replaceAll('stillwaters', 'fernandember'));
}

/** Another colour for each: its channels change places. */
const changeColours = (text: string) => text.replaceAll(/#(\w\w)(\w\w)(\w\w)\b/g, '#$3$1$2');

// ── A third locale, of English words with a mark: docs/guide/add-a-locale.md ─────────────────────────────────────────

export const newLocale: string = 'pt-BR';
/** Its name in code. */
const localeInCode = 'ptBr';
/** The quiz that stays without it. */
export const quizWithout = 'self-confidence';
export const mark = '¶ ';

/** Step 1 of the guide. */
export function listLocale(copy: Copy): void {
  edit(copy, 'engine/model.ts', (text) => text.replace(`['en', 'es']`, `['en', 'es', '${newLocale}']`));
}

/** All that the guide's table names beside the list. */
export function translate(copy: Copy): void {
  translateCode(copy);
  for (const file of filesIn(copy, 'web/locales/en')) derive(copy, file, inNewLocale(file), markYaml);
  for (const file of ['content/topics.yaml', 'content/sessions.yaml']) edit(copy, file, addLocaleToYaml);
  for (const file of ['schemas/topics.schema.json', 'schemas/sessions.schema.json'])
    edit(copy, file, addLocaleToSchema);
  for (const file of filesIn(copy, 'funnels')) {
    if (file.includes(quizWithout)) continue;
    if (file.endsWith('.en.yaml')) derive(copy, file, inNewLocale(file), markYaml);
    else if (!file.endsWith('.es.yaml')) edit(copy, file, (text) => text.replace('[en, es]', `[en, es, ${newLocale}]`));
  }
}

/** The words that stand in code: what `npx tsc` names. */
function translateCode(copy: Copy): void {
  const words = [
    'api/emails/words/en.ts',
    'api/emails/words/payments/en.ts',
    'api/reports/page/words/en.ts',
    'scripts/stripe-stand-in/pages/words/en.ts',
  ];
  for (const file of words)
    derive(copy, file, inNewLocale(file), (text) =>
      markCode(text)
        .replace(/export const en(?=:| =)/, `export const ${localeInCode}`)
        .replaceAll('/en.ts', `/${newLocale}.ts`),
    );
  const takers = ['api/emails/email.ts', 'api/reports/page/render-report.ts', 'scripts/stripe-stand-in/pages/words.ts'];
  for (const file of takers)
    edit(copy, file, (text) =>
      text
        .replace(`{ en, es }`, `{ en, es, '${newLocale}': ${localeInCode} }`)
        .replace(
          /import \{ en \} from '.\/words\/en.ts';\n/,
          (line) => `${line}import { ${localeInCode} } from './words/${newLocale}.ts';\n`,
        ),
    );
  edit(copy, 'api/payments/prices.ts', (text) =>
    text.replace(
      /\n  en: (\{ basic: .*\}),/,
      (line, names: string) => `${line}\n  '${newLocale}': ${markCode(names)},`,
    ),
  );
  // Each `en: 'Text'` gets a `'pt-BR': '¶ Text'` beside it.
  edit(copy, 'api/platform/http/problem-words.ts', (text) =>
    text.replaceAll(/\ben:(\s+(?:\(\w+\) => )?)(['"`])((?:(?!\2).)*)\2/g, `$&, '${newLocale}':$1$2${mark}$3$2`),
  );
  edit(copy, 'web/layout/locale-name.ts', (text) => text.replace(`en: 'English'`, `$&, '${newLocale}': 'Português'`));
}

const inNewLocale = (file: string) => file.replace(/\ben\b(?=[^/]*$|\/)/, newLocale);

/** A mark before each text of code: each literal that begins with a capital letter. */
const markCode = (text: string) => text.replaceAll(/(?<=[\s(]['"`])(?=\p{Lu})/gu, mark);

/** A mark before each text of YAML. */
function markYaml(text: string): string {
  const document = parseDocument(text);
  markTexts(document.contents);
  return document.toString({ lineWidth: 0 });
}

function markTexts(node: Node | null): void {
  visit(node, {
    Scalar(key, scalar) {
      if (key !== 'key' && typeof scalar.value === 'string') scalar.value = mark + scalar.value;
    },
  });
}

/** A marked copy beside everything that stands under `en`. */
function addLocaleToYaml(text: string): string {
  const document = parseDocument(text);
  visit(document, {
    Map(_, map) {
      const english = map.get('en', true) as Node | undefined;
      if (!english || map.has(newLocale)) return;
      const copied = english.clone() as Node;
      if (isScalar(copied)) copied.value = mark + String(copied.value);
      else if (isMap(copied)) markTexts(copied);
      map.set(newLocale, copied);
    },
  });
  return document.toString({ lineWidth: 0 });
}

/** The third locale beside `en` wherever a schema names it. */
function addLocaleToSchema(text: string): string {
  const schema: unknown = JSON.parse(text, (_, value: unknown) => {
    if (Array.isArray(value) && value.includes('en')) return [...value, newLocale];
    const isByLocale = typeof value === 'object' && value !== null && 'en' in value;
    return isByLocale ? { ...value, [newLocale]: value.en } : value;
  });
  return JSON.stringify(schema, null, 2);
}

function filesIn({ folder }: Copy, part: string): readonly string[] {
  return readdirSync(path.join(folder, part), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => path.join(part, file));
}
