/** What is wrong with an author's file, where, and what to do about it. */

/** Codes of what only whole visits show; they are looked for in funnels that have no other problem. */
export const wholeVisitCodes = [
  // proofs of all visits
  'step_unreachable',
  'option_unreachable',
  'branch_unreachable',
  'answer_missing',
  'division_by_zero',
  'recall_missing',
  'outcome_unreachable',
  'always_true',
  'check_refuses_all',
  'nothing_to_choose',
  'not_decided',
  // what an edit does to visitors who are in the middle
  'answers_lost',
] as const;

/** Every code a problem can have, in the order `docs/reference/problems.md` explains them. */
export const problemCodes = [
  // the YAML of a file
  'yaml_syntax',
  'yaml_tab',
  'yaml_duplicate_key',
  'yaml_key',
  'yaml_alias',
  'unquoted_value',
  'unquoted_colon',
  'text_cut',
  // the files
  'file_encoding',
  'file_name',
  'file_empty',
  'file_twice',
  'file_swapped',
  'funnel_id',
  'words_without_flow',
  'words_file_missing',
  'locale_undeclared',
  'locale_unknown',
  // the shape of a file
  'unknown_key',
  'key_of_other_type',
  'key_missing',
  'wrong_type',
  'unknown_step_type',
  'unknown_value',
  'bad_name',
  'bad_number',
  'empty',
  'too_few',
  'too_many',
  'listed_twice',
  // names and references
  'reserved_name',
  'step_id_twice',
  'field_twice',
  'name_twice',
  'path_twice',
  'storage_key_twice',
  'reserved_path',
  'reserved_storage_key',
  'goal_twice',
  'goal_shared',
  'next_unknown',
  'next_backward',
  'unknown_dimension',
  'unknown_plan',
  'plan_twice',
  'unknown_topic',
  'unknown_testimonial',
  'topic_untranslated',
  'renamed_exists',
  'renamed_twice',
  'rename_unfinished',
  'lead_too_early',
  // branches and outcomes
  'either_or',
  'else_missing',
  'else_not_last',
  'block_order',
  'group_together',
  'ending_misfit',
  // questions
  'for_each_misfit',
  'choose_range',
  'exclusive_on_single',
  'option_reads_itself',
  'option_misfit',
  'write_in_misfit',
  'nothing_to_shuffle',
  'fixed_without_shuffle',
  'date_range',
  'date_unknown',
  'time_range',
  'number_range',
  'number_step',
  'number_units',
  'scale_too_long',
  'matrix_keys',
  'picture_unknown',
  'picture_misfit',
  'picture_too_large',
  'picture_unreadable',
  'picture_format',
  // expressions
  'expression_syntax',
  'unknown_name',
  'unknown_function',
  'unknown_option',
  'unknown_experiment',
  'unknown_variant',
  'unknown_hidden_field',
  'personal_field',
  'type_mismatch',
  'not_a_condition',
  'not_a_number',
  'not_multiple',
  'not_a_list',
  'wrong_arguments',
  'variable_order',
  'unused',
  // words
  'text_missing',
  'text_for_nothing',
  'text_misfit',
  'dimension_labels',
  'recall_syntax',
  'recall_not_here',
  'recall_unknown',
  'recall_too_early',
  'each_missing',
  'recall_differs',
  'plural_of_no_number',
  'plural_forms',
  'variant_texts',
  'markup_refused',
  'markup_not_here',
  'link_refused',
  // sessions
  'unknown_category',
  'unknown_voice',
  'title_twice',
  'opening_incomplete',
  'topic_without_session',
  'category_unused',
  'voice_unused',
  'recording_name',
  'recording_missing',
  'speaker_missing',
  'speaker_alone',
  ...wholeVisitCodes,
] as const;
export type ProblemCode = (typeof problemCodes)[number];

const warningCodes: ReadonlySet<ProblemCode> = new Set(['not_decided', 'unused', 'goal_shared']);

/** Whether a problem is only told: it stops no build, preview or simulation. */
export function isWarning({ code }: { readonly code: ProblemCode }): boolean {
  return warningCodes.has(code);
}

/** Keys and list positions that lead from the top of a file to a value. */
export type Path = readonly (string | number)[];

/** Another place that the problem has to do with. Line and column count from 1. */
export interface RelatedPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly note: string;
}

/** A visit, to show what can happen in one. */
export interface ExampleVisit {
  /** The variant of each experiment that matters. */
  readonly variants?: Readonly<Record<string, string>>;
  /** The query parameters that matter. */
  readonly query?: Readonly<Record<string, string>>;
  /** The steps that are shown, in order, with what is answered; the last may be where the visit stands. */
  readonly steps: readonly {
    readonly step: string;
    readonly answer?: string | number | readonly string[];
  }[];
  /** The outcome, if the visit is finished. */
  readonly outcome?: string;
}

/** One mistake of an author. Lines and columns count from 1; the end column is the one after the last character. */
export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
  readonly path: Path;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** The line in question with its neighbours, the place underlined. */
  readonly frame: string;
  /** What to do, where it can be guessed. */
  readonly hint?: string;
  readonly related?: readonly RelatedPlace[];
  /** The shortest visit that shows the problem; where there are too many visits to know the shortest, one that does. */
  readonly counterexample?: ExampleVisit;
}

/** A part of a text, by lines and columns that count from 1. */
export interface TextRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** By file, then by place in it. */
export function compareProblems(a: Problem, b: Problem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column || a.code.localeCompare(b.code) || a.message.localeCompare(b.message);
}

/** For a terminal: `file:line:column  code  message`, a warning called so, the code frame, the hint and the related places. */
export function formatProblem(problem: Problem, options: { readonly colour?: boolean } = {}): string {
  const paint = options.colour ? inColour : plainly;
  const place = `${problem.file}:${problem.line}:${problem.column}`;
  const code = isWarning(problem) ? paint('yellow', `warning: ${problem.code}`) : paint('red', problem.code);
  const lines = [`${paint('bold', place)}  ${code}  ${problem.message}`];
  if (problem.frame !== '') lines.push(paintFrame(problem.frame, paint));
  if (problem.hint !== undefined) lines.push(`  ${paint('cyan', 'Hint:')} ${problem.hint}`);
  for (const { file, line, column, note } of problem.related ?? []) {
    lines.push(`  ${paint('grey', `${file}:${line}:${column}`)}  ${note}`);
  }
  if (problem.counterexample) {
    lines.push(`  ${paint('cyan', 'For example, a visit:')}`);
    lines.push(...describeVisit(problem.counterexample).map((line) => `    ${line}`));
  }
  return lines.join('\n');
}

const maxStepsShown = 40;

/** A visit, line by line: what it was known to be from the start, its steps, numbered, with the answers, its outcome. */
export function describeVisit({ variants = {}, query = {}, steps, outcome }: ExampleVisit): readonly string[] {
  const given = [
    ...Object.entries(variants).map(([experiment, variant]) => `variant.${experiment}: ${variant}`),
    ...Object.entries(query).map(([name, value]) => `query.${name}: ${value}`),
  ];
  const width = String(steps.length).length;
  const lines = steps.map(({ step, answer }, at) => {
    const said = answer === undefined ? '' : `: ${[answer].flat().join(', ') || 'left empty'}`;
    return `${String(at + 1).padStart(width)}. ${step}${said}`;
  });
  const left = lines.length - maxStepsShown;
  if (left > 0) lines.splice(maxStepsShown / 2, left, `… ${left} more steps`);
  return [...given, ...lines, ...(outcome === undefined ? [] : [`Outcome: ${outcome}`])];
}

const maxShownLength = 160;

/** The lines around a range, numbered, with the range underlined on its first line. */
export function drawFrame(lines: readonly string[], range: TextRange): string {
  const first = Math.max(1, range.line - 1);
  const last = Math.min(lines.length, range.line + 1);
  const width = String(last).length;
  const drawn: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const { text, shift } = windowOf(lines[number - 1] ?? '', number === range.line ? range.column : 1);
    const mark = number === range.line ? '>' : ' ';
    drawn.push(`${mark} ${String(number).padStart(width)} | ${text}`.trimEnd());
    if (number !== range.line) continue;
    const start = range.column - 1 - shift;
    const end = range.endLine > range.line ? text.length : Math.min(text.length, range.endColumn - 1 - shift);
    drawn.push(`  ${' '.repeat(width)} | ${' '.repeat(start)}${'^'.repeat(Math.max(1, end - start))}`);
  }
  return drawn.join('\n');
}

/** Tabs become single spaces, so that the underline stands under its text; very long lines are cut around the place. */
function windowOf(line: string, column: number): { text: string; shift: number } {
  const shown = line.replaceAll(/[\t\r]/g, ' ');
  const shift = column > maxShownLength - 40 ? column - 41 : 0;
  return { text: shown.slice(shift, shift + maxShownLength).trimEnd(), shift };
}

type Style = 'bold' | 'red' | 'yellow' | 'cyan' | 'grey';
type Paint = (style: Style, text: string) => string;
const styles: Record<Style, string> = { bold: '1', red: '31', yellow: '33', cyan: '36', grey: '90' };
const inColour: Paint = (style, text) => `\u001B[${styles[style]}m${text}\u001B[0m`;
const plainly: Paint = (_style, text) => text;

function paintFrame(frame: string, paint: Paint): string {
  return frame
    .split('\n')
    .map((line) =>
      isUnderline(line) || line.startsWith('>') ? line.replace(/[>^]+/, (mark) => paint('red', mark)) : line,
    )
    .join('\n');
}

function isUnderline(line: string): boolean {
  return /^ +\| *\^+$/.test(line);
}
