/** What each command is for, by examples; shown by its help. */
export const examples = {
  check: `
    npm run funnel -- check                     everything: all funnels, topics and sessions
    npm run funnel -- check sleep-issues        only this funnel
    npm run -s funnel -- check --json           for programs`,
  new: `
    npm run funnel -- new calmer-evenings       writes funnels/calmer-evenings.yaml and its words`,
  graph: `
    npm run funnel -- graph sleep-issues --out sleep.svg         a picture that browsers show
    npm run funnel -- graph sleep-issues --locale es --out sleep.svg
    npm run -s funnel -- graph sleep-issues --format mermaid     a text for GitHub and wikis`,
  paths: `
    npm run funnel -- paths sleep-issues`,
  simulate: `
    npm run funnel -- simulate sleep-issues
    npm run funnel -- simulate sleep-issues --visitors 50000 --stay 0.95
    npm run funnel -- simulate sleep-issues --seed may           other visitors, the same each time`,
  report: `
    npm run funnel -- report sleep-issues                        all visits so far
    npm run funnel -- report sleep-issues --from 2026-11-01 --to 2026-11-30 --by utm_source
    npm run funnel -- report sleep-issues --html report.html     one page with charts, to be mailed
    npm run -s funnel -- report sleep-issues --csv > report.csv`,
  replay: `
    npm run funnel -- replay sleep-issues --last 20              the last visits, with their ids
    npm run funnel -- replay 019a9d2e-5c00-7c3a-9e5b-0242ac120002
    npm run funnel -- replay v1-WyJzbGVlcC1pc3N1ZXMi…            a visit out of a link to Storybook's player`,
  words: `
    npm run funnel -- words sleep-issues                         how far each language is
    npm run funnel -- words sleep-issues --export sleep.csv      a table for translators
    npm run funnel -- words sleep-issues --import sleep.csv      the table comes back`,
  diff: `
    npm run funnel -- diff sleep-issues                          against the last commit
    npm run funnel -- diff sleep-issues --against main`,
  fix: `
    npm run funnel -- fix                       shows what it would change, and asks
    npm run funnel -- fix sleep-issues --yes    writes without asking`,
  editor: `
    npm run funnel -- editor`,
} as const;

export type CommandName = keyof typeof examples;
