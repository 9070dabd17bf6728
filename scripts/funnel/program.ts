import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { Days } from '../../api/events/period.ts';
import { isDay, parseDays } from '../../api/reports/report.ts';
import { separators } from '../csv.ts';
import { siteLocales } from '../../engine/model.ts';
import { printable } from '../print.ts';
import { CommandError, type ExitCode, type Io } from './write-files.ts';
import { UnreadableFiles } from '../build/load-site.ts';
import { siteFunnels } from '../build/sources.ts';

/** Runs one command of `npm run funnel`. Each command is loaded only when it is asked for: `check` stays fast. */
export async function runFunnel(args: readonly string[], terminal: Io): Promise<ExitCode> {
  const io: Io = {
    ...terminal,
    out: (text, printing) => terminal.out(printable(text, printing)),
    err: (text, printing) => terminal.err(printable(text, printing)),
  };
  let exitCode: ExitCode = 0;
  const done = (code: ExitCode): void => void (exitCode = code);
  try {
    await createProgram(io, done).parseAsync(args.length === 0 ? ['help'] : [...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof CommandError || error instanceof UnreadableFiles)) throw error;
    io.err(`${error.message}\n`);
    return 1;
  }
}

/** All commands, with the help that each of them has. */
export function createProgram(io: Io, done: (code: ExitCode) => void): Command {
  const program = new Command('npm run funnel --')
    .description('Checks, shows and changes funnels. Options follow two hyphens, as in: npm run funnel -- check --json')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.out(text),
      writeErr: (text) => io.err(text),
      getOutHasColors: () => io.colour,
      outputError: reportMistake,
    })
    .helpCommand('help [command]', 'show the help of a command')
    .helpOption('-h, --help', 'show this help')
    .showHelpAfterError('What there is: npm run funnel -- help');
  const define = (usage: `${CommandName}${'' | ` ${string}`}`): Command => {
    const folder = process.env['FUNNELS_DIR']?.trim() || siteFunnels;
    const command = program.command(usage).option('--dir <folder>', 'the folder of funnels', folder);
    const name = command.name() as CommandName;
    return command
      .showHelpAfterError(`More: npm run funnel -- help ${name}`)
      .addHelpText('after', `\nExamples:${examples[name].replaceAll('\n    ', '\n  ')}`);
  };

  define('check [ids...]')
    .description('report every problem of all funnels, or of these; also of topics and sessions')
    .option('--json', 'an array of problems, for programs')
    .addOption(
      new Option(
        '--against <published>',
        'the version that visitors are on: a git ref, a folder, or "nothing"',
      ).default('HEAD'),
    )
    .action(async (ids: string[], options) => done(await (await import('./check.ts')).check(ids, options, io)));

  define('new <id>')
    .description('write a new funnel that passes, with its words, to begin with')
    .action(async (id: string, options) => done(await (await import('./new.ts')).createFunnel(id, options, io)));

  define('graph <id>')
    .description('draw the flow')
    .addOption(new Option('--format <format>', 'of the picture').choices(['svg', 'mermaid', 'xstate']).default('svg'))
    .option('--out <file>', 'write to a file')
    .option('--locale <locale>', 'show the titles of this language besides the ids')
    .action(async (id: string, options) => done(await (await import('./graph.ts')).graph(id, options, io)));

  define('paths <id>')
    .description('count the visits; show the shortest, the longest and the shortest to each outcome')
    .option('--json', 'for programs')
    .action(async (id: string, options) => done(await (await import('./paths.ts')).paths(id, options, io)));

  define('simulate <id>')
    .description('let visitors walk through at random: drop-off and shares of the outcomes')
    .option('--visitors <n>', 'how many', wholeNumber, 10_000)
    .option('--seed <text>', 'the same seed gives the same visits', '1')
    .option('--stay <chance>', 'that a visitor continues at a step, 0 to 1', chance, 0.97)
    .option('--json', 'for programs')
    .action(async (id: string, options) => done(await (await import('./simulate.ts')).simulate(id, options, io)));

  define('report <id>')
    .description('what visitors did: drop-off, times, answers, outcomes, sign-ups, purchases, experiments')
    .option('--from <day>', 'of visits that began on this day or later, UTC', day)
    .option('--to <day>', 'of visits that began on this day or earlier, UTC', day)
    .option('--without <days>', 'leave visits out that began from one day to another, UTC', days)
    .addOption(new Option('--by <group>', 'side by side').choices(['variant', 'utm_source', 'locale']))
    .addOption(new Option('--json', 'for programs').conflicts('csv'))
    .option('--csv', 'for spreadsheets: a line for each figure')
    .addOption(separator())
    .option('--html <file>', 'write one page with charts')
    .addOption(new Option('--locale <locale>', 'of that page').choices([...siteLocales]).default(siteLocales[0]))
    .action(async (id: string, options) => done(await (await import('./report.ts')).printReport(id, options, io)));

  define('replay <visit>')
    .description('what happened in a visit, step by step: by its id, or from a link; of a funnel, its last visits')
    .option('--last <n>', 'how many visits of a funnel', wholeNumber, 10)
    .option('--storybook <url>', 'where links to its player lead', 'http://localhost:6006')
    .option('--json', 'for programs')
    .action(async (visit: string, options) => done(await (await import('./replay.ts')).replay(visit, options, io)));

  define('leads')
    .description('the addresses that visitors have left, as a table (CSV)')
    .option('--since <time>', 'those stored or changed since this day or moment', moment)
    .option('--after <cursor>', 'those that came or changed after an earlier call, which has printed this', cursor)
    .option('--funnel <id>', 'of this funnel only')
    .addOption(separator())
    .addOption(new Option('--json', 'for programs').conflicts('erase'))
    .addOption(new Option('--erase <contact>', 'erase those with this address').conflicts(['since', 'after', 'funnel']))
    .action(async (options) => done(await (await import('./leads.ts')).printLeads(options, io)));

  define('words <id>')
    .description('how complete each language is; texts that are missing or no longer used')
    .option('--export <file>', 'write a table (CSV) for translators')
    .addOption(separator())
    .option('--import <file>', 'import the texts of such a table')
    .option('--json', 'for programs')
    .addHelpText('after', aboutTables)
    .action(async (id: string, options) => done(await (await import('./words.ts')).words(id, options, io)));

  define('diff <id>')
    .description('what has changed, and what happens to visitors who are in the middle')
    .addOption(new Option('--against <published>', 'a git ref, a file or a folder').default('HEAD'))
    .option('--json', 'for programs')
    .action(async (id: string, options) => done(await (await import('./diff.ts')).diff(id, options, io)));

  define('fix [ids...]')
    .description('correct what is certain: names after renamed_from, unused words. Shows it first')
    .option('-y, --yes', 'write without asking')
    .action(async (ids: string[], options) => done(await (await import('./fix.ts')).fix(ids, options, io)));

  define('editor')
    .description('write what editors complete names with, and the types of all answers, into schemas/generated/')
    .action(async (options) => done(await (await import('./editor.ts')).editor(options, io)));
  return program;
}

function separator(): Option {
  return new Option('--separator <sign>', 'between the cells of a table').choices([...separators]).default(',');
}

const aboutTables = `
The table has a row for each text, in the order of the flow, and a column for each language. Change the columns of the
languages only; rows and columns may be left out. Where the list separator is a semicolon, write it with --separator ';'.
Save it as CSV UTF-8. A text that begins like a formula (= + - @) has an apostrophe before it,
which is removed on import. A text never disappears: an empty cell is refused where there was one.`;

/** `error: unknown command 'chek'` as a sentence. */
function reportMistake(text: string, write: (text: string) => void): void {
  const [line = '', ...more] = text
    .replace(/^error: /, '')
    .trimEnd()
    .split('\n');
  write(`${[`${line.charAt(0).toUpperCase()}${line.slice(1).replace(/\.$/, '')}.`, ...more].join('\n')}\n`);
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new InvalidArgumentError('It must be a whole number, at least 1.');
  return value;
}

function day(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError('It must be a day, such as 2026-11-01.');
  return text;
}

function days(text: string): Days {
  const value = parseDays(text);
  if (!value) throw new InvalidArgumentError('It must be two days in their order, such as 2026-11-01..2026-11-03.');
  return value;
}

function moment(text: string): Date {
  const isDated = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/.test(text);
  const value = new Date(isDated ? text : NaN);
  if (Number.isNaN(value.getTime()))
    throw new InvalidArgumentError('It must be a day, such as 2026-11-01, or a moment, such as 2026-11-01T09:30:00Z.');
  return value;
}

function cursor(text: string): string {
  if (!/^\d{1,18}$/.test(text)) throw new InvalidArgumentError('It must be a number that leads has printed.');
  return text;
}

function chance(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1)) throw new InvalidArgumentError('It must be between 0 and 1.');
  return value;
}

/** What each command is for, by examples; shown by its help. */
const examples = {
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
    npm run funnel -- report sleep-issues --without 2026-11-07..2026-11-08
    npm run funnel -- report sleep-issues --html report.html     one page with charts, to be mailed
    npm run -s funnel -- report sleep-issues --csv > report.csv`,
  replay: `
    npm run funnel -- replay sleep-issues --last 20              the last visits, with their ids
    npm run funnel -- replay 019a9d2e-5c00-7c3a-9e5b-0242ac120002
    npm run funnel -- replay v1-WyJzbGVlcC1pc3N1ZXMi…            a visit from a link to Storybook's player`,
  leads: `
    npm run -s funnel -- leads > leads.csv                       all of them
    npm run -s funnel -- leads --after 1204 > newer.csv          those since a call that printed this
    npm run -s funnel -- leads --since 2026-11-01T09:30:00Z --funnel sleep-issues
    npm run funnel -- leads --erase ada@example.com              at a person's wish`,
  words: `
    npm run funnel -- words sleep-issues                         how complete each language is
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

type CommandName = keyof typeof examples;
