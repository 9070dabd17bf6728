import type { YAMLParseError, YAMLWarning } from 'yaml';
import type { FunnelDocument } from '../document.ts';
import type { Finding } from '../finding.ts';
import { findBrokenQuotes, written } from './broken-quotes.ts';
import { quoted, type SourceRange } from './tree.ts';

type YamlError = YAMLParseError | YAMLWarning;
type Explanation = Pick<Finding, 'code' | 'message' | 'range' | 'hint'>;

/**
 * YAML's own errors in an author's words. After most errors YAML has lost its place, so what it says next would mislead:
 * only the first is reported. An unquoted colon is the exception, as it spoils nothing but its own line.
 */
export function explainYamlErrors(
  document: FunnelDocument,
  errors: readonly YamlError[],
  keys: ReadonlySet<string>,
): Finding[] {
  const sorted = [...errors].sort((a, b) => a.pos[0] - b.pos[0]);
  const place = { in: document, path: [] };
  const [earliest] = sorted;
  const sure =
    earliest &&
    (explainRecall(document.text, earliest) ??
      explainQuotes(document.text, earliest) ??
      explainTwoKeys(document.text, earliest, keys) ??
      explainLastColon(document.text, earliest));
  if (sure) return [{ ...place, ...sure }];
  const colons: Explanation[] = [];
  for (const error of sorted) {
    const colon = explainColon(document.text, error);
    if (!colon) break;
    if (colons.at(-1)?.range?.start !== colon.range?.start) colons.push(colon);
  }
  const explained = colons.length > 0 || !earliest ? colons : [explain(document.text, earliest)];
  return explained.map((explanation) => ({ ...place, ...explanation }));
}

/** `{ summary: You sleep {{hours}}. }`: between brackets, the {{ of a recall begin a mapping. */
function explainRecall(text: string, { pos: [at] }: YamlError): Explanation | undefined {
  const { line, start } = lineAt(text, at);
  const [, key, before] = textBefore.exec(line.slice(0, at - start)) ?? [];
  const rest = /^(?:\{\{[^{}]*\}\}|[^{}[\],])*/.exec(line.slice(at - start))?.[0] ?? '';
  if (before === undefined || !(rest.startsWith('{{') || before.trimEnd().endsWith('}}'))) return undefined;
  const value = `${before}${rest}`.trimEnd();
  return {
    code: 'unquoted_value',
    message: value.startsWith('{{')
      ? 'A text that begins with {{ must stand in quotes.'
      : 'Between { } and [ ], a text with {{ must stand in quotes.',
    range: { start: at - before.length, end: at - before.length + value.length },
    hint: `Write ${written(key, value)}`,
  };
}

/** An unquoted text up to the end of a line, and its key. */
const textBefore =
  /(?:^|[,[{]) *(?:- +)*(?:([\w-]+): +)?((?:\{\{[^{}]*\}\}|[^"'\s{}[\],#])(?:\{\{[^{}]*\}\}|[^{}[\],])*)$/;

function explainQuotes(text: string, { pos }: YamlError): Explanation | undefined {
  const { line, start } = lineAt(text, pos[0]);
  const broken = findBrokenQuotes(line);
  if (!broken) return undefined;
  const range = { start: start + broken.range.start, end: start + broken.range.end };
  return { code: 'yaml_syntax', message: broken.message, range, hint: `Write ${broken.repaired}` };
}

/** `type: number input: slider`: what comes after the value is a key, not the rest of a text. */
function explainTwoKeys(text: string, { code, pos }: YamlError, keys: ReadonlySet<string>): Explanation | undefined {
  if (code !== 'BLOCK_AS_IMPLICIT_KEY' && code !== 'BLOCK_IN_FLOW') return undefined;
  const { line, start } = lineAt(text, pos[0]);
  const match = /([\w-]+): +([^:,"'{}[\]]*[^:,"'{}[\]\s]) +([\w-]+):\s/.exec(line);
  const [whole = '', key = '', value = '', second = ''] = match ?? [];
  if (!match || !keys.has(key) || !keys.has(second) || key === second) return undefined;
  const at = start + match.index + whole.lastIndexOf(second);
  const isBetweenBraces = line.slice(0, match.index).includes('{');
  return {
    code: 'yaml_syntax',
    message: isBetweenBraces
      ? `A comma is missing between "${value}" and "${second}".`
      : `The key "${second}" must begin on a line of its own.`,
    range: { start: at, end: at + second.length },
    hint: isBetweenBraces ? `Write ${key}: ${value}, ${second}:` : `Move "${second}" to the next line.`,
  };
}

/** `title: Please choose:`: the colon at its end makes YAML see another key. */
function explainLastColon(text: string, { code, pos }: YamlError): Explanation | undefined {
  if (code !== 'BLOCK_AS_IMPLICIT_KEY' && code !== 'BLOCK_IN_FLOW') return undefined;
  const { line, start } = lineAt(text, pos[0]);
  const [, lead = '', between, inBlock] =
    /^(.*[{,] *[\w-]+: +)([^"'\s[{&*!|>,][^{}[\],:]*:)(?= *[,}])/.exec(line) ??
    /^(\s*(?:- +)*[\w-]+: +)()([^"'\s[{&*!|>#][^{}]*:)$/.exec(line) ??
    [];
  const value = between || inBlock;
  if (value === undefined || /:\s/.test(value)) return undefined;
  const key = /([\w-]+): +$/.exec(lead)?.[1];
  return {
    code: 'unquoted_colon',
    message: 'A text that ends with a colon must stand in quotes.',
    range: { start: start + lead.length, end: start + lead.length + value.length },
    hint: `Write ${written(key, value)}`,
  };
}

/** The line with an offset, and where it begins. */
function lineAt(text: string, offset: number): { line: string; start: number } {
  const start = text.lastIndexOf('\n', Math.max(0, offset - 1)) + 1;
  const end = text.indexOf('\n', start);
  return { line: text.slice(start, end === -1 ? text.length : end).trimEnd(), start };
}

/** `title: Remember: you are safe`: the second colon makes YAML see a key within a value. */
function explainColon(text: string, { code, pos }: YamlError): Explanation | undefined {
  if (code !== 'BLOCK_AS_IMPLICIT_KEY' && code !== 'BLOCK_IN_FLOW') return undefined;
  const { line, start } = lineAt(text, pos[0]);
  const rest = line.slice(pos[0] - start);
  const value = code === 'BLOCK_IN_FLOW' ? (/^[^,}\]]*/.exec(rest)?.[0] ?? rest).trimEnd() : rest;
  const colon = /:\s/.exec(value);
  if (!colon || /^["'[{&*!|>]/.test(value)) return undefined;
  const key = /([\w-]+):\s+$/.exec(line.slice(0, pos[0] - start))?.[1];
  return {
    code: 'unquoted_colon',
    message: 'A text with a colon and a space in it must stand in quotes.',
    range: { start: pos[0], end: pos[0] + value.length },
    hint: `Write ${written(key, value)}`,
  };
}

function explain(text: string, error: YamlError): Explanation {
  const range = rangeOfError(text, error);
  const { line, start } = lineAt(text, error.pos[0]);
  const syntax: Syntax = (message, hint) => ({
    code: 'yaml_syntax',
    message,
    range,
    ...(hint !== undefined && { hint }),
  });
  return (
    explainDash(line, start, syntax) ??
    explainTab(error, line, start) ??
    explainUnquoted(error, line, start, syntax) ??
    explainCode(text, error, syntax)
  );
}

/** `-id: note`: without a space after it, a dash is a part of the key. */
function explainDash(line: string, start: number, syntax: Syntax): Explanation | undefined {
  const [, indentation = '', item] = /^( *)-([a-z][\w-]*: .*|[a-z][\w-]*:)$/.exec(line) ?? [];
  if (item === undefined) return undefined;
  const at = start + indentation.length;
  return { ...syntax('A dash must be followed by a space.', `Write - ${item}`), range: { start: at, end: at + 1 } };
}

function explainTab({ code }: YamlError, line: string, start: number): Explanation | undefined {
  if (code !== 'TAB_AS_INDENT' && !/^ *\t/.test(line)) return undefined;
  const tab = Math.max(start, start + line.indexOf('\t'));
  return {
    code: 'yaml_tab',
    message: 'Lines are indented with spaces, never with tabs.',
    range: { start: tab, end: tab + 1 },
    hint: 'Replace the tab with spaces.',
  };
}

/** Texts that must stand in quotes because of how they begin. */
function explainUnquoted({ code }: YamlError, line: string, start: number, syntax: Syntax): Explanation | undefined {
  const [, lead = '', value = ''] = /^(\s*(?:- )*(?:[\w-]+:\s+)?)(.*)$/.exec(line) ?? [];
  const condition = /\b(\w+): ([^"'\s{[,][^{,]*\bin \[[^\]]*\][^,}]*)/.exec(line);
  if (condition && code === 'UNEXPECTED_TOKEN') {
    const hint = `Write ${condition[1]}: ${quoted((condition[2] ?? '').trim())}`;
    return syntax('Between { and }, a condition with a list must stand in quotes.', hint);
  }
  if (lead.trim() === '' || value === '') return undefined;
  const range = { start: start + lead.length, end: start + line.length };
  if (value.startsWith('{{')) {
    return {
      code: 'unquoted_value',
      message: 'A text that begins with {{ must stand in quotes.',
      range,
      hint: `Write ${quoted(value)}`,
    };
  }
  if (value.startsWith('? ') && code === 'BLOCK_AS_IMPLICIT_KEY') {
    return { ...syntax("An unquoted text can't begin with ? and a space.", `Write ${quoted(value)}`), range };
  }
  const isOdd = /^(?:[*&>|!%@`]|- |\[[^\]]*\] *[^\s#]|\{[^}:]*\} *[^\s#])/.test(value);
  const isUnquoted =
    isOdd && ['UNEXPECTED_TOKEN', 'BAD_SCALAR_START', 'TAG_RESOLVE_FAILED', 'BAD_ALIAS'].includes(code);
  const message = `An unquoted text can't begin with ${value.charAt(0)}`;
  return isUnquoted ? { ...syntax(message, `Write ${quoted(value)}`), range } : undefined;
}

function explainCode(text: string, error: YamlError, syntax: Syntax): Explanation {
  const explain = explainers[error.code];
  return explain ? explain(text, error, syntax) : syntax(`This is not valid YAML: ${error.message}.`);
}

type Explain = (text: string, error: YamlError, syntax: Syntax) => Explanation;

const missesSeparator: Explain = (_text, _error, syntax) =>
  syntax('Between { } and [ ], everything is separated by commas.', 'Look for a missing comma or bracket.');
const isUnexpected: Explain = (text, { pos }, syntax) =>
  text.charAt(pos[0]) === ','
    ? syntax('There is a comma too many here.', 'Remove it.')
    : syntax('I did not expect this here.', 'Check the indentation and the signs before it.');

/** Mistakes that authors make; others are described in the words of the parser. */
const explainers: Readonly<Partial<Record<YamlError['code'], Explain>>> = {
  MISSING_CHAR: explainMissing,
  BLOCK_AS_IMPLICIT_KEY: explainUnderValue,
  MULTILINE_IMPLICIT_KEY: explainUnderValue,
  BAD_INDENT: (text, error, syntax) =>
    error.message.startsWith('Flow')
      ? explainUnclosed(text, error, syntax)
      : syntax('The indentation of this line fits no line above it.', 'Put it under the line it belongs beside.'),
  BAD_COLLECTION_TYPE: missesSeparator,
  BLOCK_IN_FLOW: missesSeparator,
  MULTIPLE_DOCS: (_text, _error, syntax) =>
    syntax('A file is one document: --- can only be its first line.', 'Remove the ---.'),
  BAD_DQ_ESCAPE: (_text, _error, syntax) =>
    syntax('This \\ means nothing between double quotes.', 'Write \\\\ or use single quotes.'),
  UNEXPECTED_TOKEN: isUnexpected,
  BAD_SCALAR_START: isUnexpected,
};

/** Something is indented under a line that isn't a key alone: it has a value already, or lacks its colon. */
function explainUnderValue(text: string, { pos }: YamlError, syntax: Syntax): Explanation {
  const { line } = lineAt(text, pos[0]);
  const content = line.replace(/^\s*(?:- )*/, '');
  const comment = /^(?:\/\/|--)\s*(.*)$/.exec(content)?.[1];
  if (comment !== undefined) return syntax('A comment begins with #.', `Write # ${comment}`);
  if (!/:(?:\s|$)/.test(content)) {
    const [, key, value] = /^([\w-]+):?\s*(.*)$/.exec(content) ?? [];
    const hint =
      key === undefined || value === undefined
        ? 'Write key: value.'
        : `Write ${key}: ${value.replace(/^=\s*/, '')}`.trimEnd();
    return syntax('A key must be followed by a colon and a space.', hint);
  }
  return syntax(
    'This line already has a value, but the next one is indented as if it belonged under it.',
    'Check the indentation of the next line.',
  );
}

/** A bracket is missed only where the next line begins. */
function explainUnclosed(text: string, { pos }: YamlError, syntax: Syntax): Explanation {
  const open = Math.max(text.lastIndexOf('[', pos[0]), text.lastIndexOf('{', pos[0]));
  const sign = text.charAt(open);
  return syntax(
    `The ${sign === '{' ? '{' : '['} above is never closed.`,
    `Put a ${sign === '{' ? '}' : ']'} at its end.`,
  );
}

/** White space is not what is wrong: the place moves on to what follows it. */
function rangeOfError(text: string, { pos: [start, end] }: YamlError): SourceRange {
  const blank = /[ ]*/y;
  blank.lastIndex = start;
  const first = start + (blank.exec(text)?.[0].length ?? 0);
  return { start: first, end: Math.max(end, first + 1) };
}

type Syntax = (message: string, hint?: string) => Explanation;

function explainMissing(text: string, { message, pos }: YamlError, syntax: Syntax): Explanation {
  const quote = /closing (["'])/.exec(message)?.[1];
  if (quote !== undefined) {
    const start = text.lastIndexOf(quote, pos[0] - 1);
    const explanation = syntax('The text that begins with this quote never ends.', 'Put the same quote at its end.');
    return start === -1 ? explanation : { ...explanation, range: { start, end: start + 1 } };
  }
  if (message.includes('map') || message.includes('key')) {
    return syntax('A key must be followed by a colon and a space.', 'Write key: value.');
  }
  if (message.includes('without - indicator')) {
    return syntax('The indentation of this line fits no line above it.', 'Put it under the line it belongs beside.');
  }
  return syntax(`This is not valid YAML: ${message}.`);
}
