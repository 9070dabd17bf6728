/**
 * The rules of the linter. Most of it is borders: which folder may import which. A rule in an override replaces that of
 * the folder above, so each override repeats what holds there; the tables below say it once.
 */

const engine = {
  run: 'The runtime imports the model and XState, nothing else: it runs in browsers.',
  replay: 'What replays visits imports the model, the runtime and XState, nothing else.',
  shop: 'What is sold is told of by the model alone.',
  author: 'The author side is text in, data out: no I/O, no site, no brand: what it needs of content/ is handed in.',
};

const authorBase = [
  ban('(^|/)(web|api|scripts|replay|content)/', engine.author),
  ban('^(node:fs|node:path|node:http|node:child_process|react)(/|$)', engine.author),
  ban('^(node:fs/|react-)', engine.author),
];

/** The stages of authoring, each with those that it may import; build.ts alone imports all of them. */
const stages = {
  expression: [],
  yaml: [],
  graph: ['steps'],
  look: [],
  words: ['expression'],
  steps: ['expression', 'words'],
  shape: ['steps', 'yaml'],
  solve: ['expression', 'steps'],
  explore: ['expression', 'solve', 'steps'],
  rules: ['expression', 'steps', 'words'],
  compile: ['explore', 'expression', 'look', 'steps', 'words'],
  prove: ['explore', 'expression', 'solve', 'steps'],
  explain: ['expression', 'prove', 'rules', 'steps', 'words'],
  edit: ['expression', 'shape', 'words', 'yaml'],
  coverage: ['edit', 'rules', 'words', 'yaml'],
  editor: ['shape', 'steps', 'words'],
  simulate: ['steps'],
  diff: ['explore', 'expression', 'prove', 'shape', 'steps', 'yaml'],
};

const browser = "The browser gets compiled funnels: no author's tools, no server.";
const webBase = [
  ban('^(\\.\\./){1,3}(api)/', browser),
  ban('(^|/)(author|replay|scripts)/', browser),
  ban('(^|/)(engine/problem\\.ts)$', browser),
  ban('^(yaml|ajv|chevrotain)(/|$)', browser),
  ban('^(node:)', browser),
  {
    group: ['**/schemas/**'],
    message: 'The browser takes types from the contract, nothing else.',
    allowTypeImports: true,
  },
];

/** The folders of the site, each with those that it may not import, and why. */
const site = {
  ui: [
    'starter|quiz|session|analytics|worker|layout|pages|app',
    "The design system knows nothing of the site's pages and state.",
  ],
  starter: [
    'ui|quiz|session|analytics|worker|layout|pages|app',
    'The starter script stands in every page: it imports names of entries and nothing of the app.',
  ],
  quiz: [
    'session|analytics|worker|layout|pages|app',
    'A quiz knows no session, no analytics and no pages: routes hand it what it reports to.',
  ],
  session: ['starter|analytics|worker|layout|pages|app', 'The session is below the pages and analytics.'],
  analytics: ['starter|worker|layout|pages|app', 'Analytics are below the pages.'],
  worker: [
    'ui|starter|quiz|analytics|layout|pages|app',
    'The workers share with the pages what `session/offline-caches.ts` names.',
  ],
  layout: [
    'starter|quiz|analytics|worker|pages|app',
    'The frames of pages are below the pages: what a page shows in its frame, it hands in.',
  ],
  pages: ['starter|worker|app', 'Routes import pages, never the reverse.'],
};
const siteBans = ([folders, message]) => [...webBase, ban(`^(\\.\\./){1,3}(${folders})/`, message)];

const routers = {
  regex: '^express$',
  importNames: ['Router'],
  allowTypeImports: true,
  message: 'Paths are case-sensitive, as in the proxy: take createRouter().',
};

const server = "The server gets compiled funnels: no author's tools, no pages.";
const apiBase = [
  ban('(^|/)(author|web|scripts)/', server),
  ban('(^|/)(engine/problem\\.ts)$', server),
  ban('^(yaml|react)(/|$)', server),
  ban('^(react-)', server),
  routers,
];

/** The domains of the API, each with those that it may import beside the platform; app.ts hands over what else is needed. */
const domains = {
  emails: [],
  funnels: [],
  analytics: [],
  events: ['funnels'],
  visits: ['events', 'funnels'],
  leads: ['emails', 'events', 'funnels'],
  accounts: ['emails', 'funnels', 'leads', 'visits'],
  content: ['accounts'],
  payments: ['emails', 'analytics', 'events', 'funnels'],
  reports: ['events', 'funnels'],
};

const platform = 'The platform knows no domain: hand it what it needs in app.ts.';

const brand = '!**/content/brand.ts'; // what every folder may import of content/

export default {
  plugins: ['typescript', 'unicorn', 'import', 'react', 'jsx-a11y', 'oxc', 'promise'],
  categories: { correctness: 'error', suspicious: 'error' },
  env: { browser: true, node: true, es2024: true },
  ignorePatterns: ['dist', 'node_modules', '/coverage'],
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-unassigned-import': 'off',
    'import/no-named-as-default-member': 'off',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: false }],
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/consistent-return': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    'react/react-in-jsx-scope': 'off',
    'react/jsx-filename-extension': 'off',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'no-shadow': 'off',
    'no-await-in-loop': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    'no-eval': 'error',
    'no-new-func': 'error',
    'promise/no-promise-in-callback': 'off',
    'oxc/no-async-endpoint-handlers': 'off',
    'react/exhaustive-effect-dependencies': 'off',
  },
  overrides: [
    border(
      ['engine/model.ts', 'engine/problem.ts'],
      [{ group: ['*'], message: 'The model and the problems import nothing.' }],
    ),
    {
      files: ['engine/run/**'],
      rules: {
        ...borderRule([
          ban('(^|/)(author|replay|shop|web|api|scripts|schemas)/', engine.run),
          ban('(^|/)(problem\\.ts)$', engine.run),
          ban('^(react|yaml|ajv|chevrotain)(/|$)', engine.run),
          ban('^(node:|react-)', engine.run),
        ]),
        'no-restricted-globals': [
          'error',
          'window',
          'document',
          'fetch',
          'localStorage',
          'setTimeout',
          'setInterval',
          'process',
          'performance',
          'crypto',
          'Date',
        ],
        'no-restricted-properties': ['error', { object: 'Math', property: 'random' }],
      },
    },
    border(
      ['engine/replay/**'],
      [
        ban('(^|/)(author|shop|web|api|scripts|schemas|content)/', engine.replay),
        ban('^(node:|react|yaml|ajv|chevrotain)', engine.replay),
      ],
    ),
    border(['engine/shop/**'], [{ group: ['*', '!../model.ts'], message: engine.shop }]),
    border(['engine/author/**'], authorBase),
    ...Object.entries(stages).map(([stage, allowed]) =>
      border([`engine/author/${stage}/**`], [...authorBase, ...stageBans(stage, allowed)]),
    ),
    border(['web/**'], webBase),
    ...Object.entries(site).map(([folder, bans]) => border([`web/${folder}/**`], siteBans(bans))),
    border(
      ['web/pages/cabinet/offline/**'],
      [
        ...siteBans(site.pages),
        ban('^\\.\\./(player|layout)/', 'The player shows what is offline; the layout hands the player over.'),
      ],
    ),
    border(['api/**'], apiBase),
    border(
      ['api/platform/**'],
      [
        ...apiBase,
        ...banDomains(Object.keys(domains), platform),
        ban(
          '^(\\.\\./)+schemas/api/(auth|content|dashboard|emails|events|leads|payments|reports|users)\\.ts$',
          platform,
        ),
        { regex: '/engine/model\\.ts$', importNamePattern: 'Funnel', message: platform },
      ],
    ),
    ...Object.entries(domains).map(([domain, allowed]) =>
      border([`api/${domain}/**`], [...apiBase, ...domainBans(domain, allowed)]),
    ),
    border(
      ['api/reports/page/**'],
      [
        {
          group: [
            '**/author/**',
            '!**/author/graph/**',
            '**/engine/problem.ts',
            '**/web/**',
            '**/scripts/**',
            'yaml',
            'react',
            'react-*',
          ],
          message: "Reports draw the flow with the author's graph, and take nothing else of the author's tools.",
        },
        ...domainBans('reports', domains.reports),
      ],
    ),
    border(['scripts/**'], [routers]),
    border(['scripts/build/**'], [routers, ban('^\\.\\./(funnel)/', 'Commands import the build, never the reverse.')]),
  ],
};

function ban(regex, message) {
  return { regex, message };
}

function border(files, patterns) {
  return { files, rules: borderRule(patterns) };
}

function borderRule(patterns) {
  return { 'no-restricted-imports': ['error', { patterns }] };
}

function stageBans(stage, allowed) {
  const message = `Stages build on one another in one direction: ${stage} may import ${allowed.join(', ') || 'no other stage'}.`;
  const banned = Object.keys(stages).filter((other) => other !== stage && !allowed.includes(other));
  return [ban(`^\\.\\./(${banned.join('|')})/`, message), ban('^\\.\\./build\\.ts$', message)];
}

function domainBans(domain, allowed) {
  const message = `${domain} may import ${[...allowed, 'the platform'].join(', ')}; app.ts hands over what else is needed.`;
  const banned = Object.keys(domains).filter((other) => other !== domain && !allowed.includes(other));
  return banDomains(banned, message);
}

/** Bans these domains, and what puts all of them together. */
function banDomains(banned, message) {
  const others = banned.filter((domain) => domain !== 'content');
  return [
    // Of content/ at the top, not the domain, everything may take the brand.
    ...(others.length < banned.length ? [{ group: ['**/content/**', brand], message }] : []),
    ban(`^(\\.\\./)+(${others.join('|')})/`, message),
    ban('^(\\.\\./)+(app|builds|gauges|main|start-.*)\\.ts$', message),
  ];
}
