import { Scalar, type Alias, type Node, type YAMLMap } from 'yaml';
import { closest } from '../did-you-mean.ts';
import type { Finding } from '../finding.ts';
import { quoted, rangeOf, type NodePair } from './tree.ts';

/** A trap of YAML that an author has stepped into, but for where in the data it is. */
export type Trap = Omit<Finding, 'in' | 'path'>;

/** Keys that YAML 1.1 or 1.2 takes for something else than text. */
export function keyTrap(node: Node, key: string, text: string): Trap | undefined {
  const { type, value } = node as Scalar;
  const isPlainText = type === Scalar.PLAIN && typeof value === 'string';
  if (isPlainText ? !/^(?:yes|no|on|off|true|false|null)$/i.test(key) : typeof value === 'string') return undefined;
  return {
    code: 'yaml_key',
    message: `Unquoted, ${key === '' ? 'an empty key' : key} is not a text to every reader of YAML.`,
    range: rangeOf(node, text),
    hint: /^\d/.test(key)
      ? `Use a name that begins with a letter, such as option_${key}.`
      : `Write ${quoted(key)}: with its quotes, or use another name.`,
  };
}

/** A key that no data can have. */
export function impossibleKey(node: Node | null, text: string): Trap {
  const range = node ? rangeOf(node, text) : { start: 0, end: 0 };
  return { code: 'yaml_key', message: "This can't be a key.", range, hint: 'Use a name.' };
}

/** A key that its mapping has already. `isItem` says whether the mapping is an item of a list. */
export function duplicateKey(node: Node, key: string, text: string, isItem: boolean): Trap {
  return {
    code: 'yaml_duplicate_key',
    message: `The key "${key}" is here twice.`,
    range: rangeOf(node, text),
    hint: isItem && key === 'id' ? 'Does a new item begin here, without its dash?' : 'Keep one of them, or rename one.',
  };
}

/** `title: {{name}}` is a mapping within a mapping to YAML. */
export function mappingForKey(node: YAMLMap, text: string): Trap {
  const [start = 0, end = 0] = node.range ?? [];
  const range = { start, end };
  const source = text.slice(start, end);
  if (!source.startsWith('{{')) {
    return { code: 'yaml_key', message: 'A key must be a name, not a list or a mapping.', range };
  }
  const message = 'A text that begins with {{ must stand in quotes.';
  return { code: 'unquoted_value', message, range, hint: `Write ${quoted(source)}` };
}

/** `title: Your #1 plan` ends before the #. In texts any comment on the same line is suspicious. */
export function cutText(node: Scalar, text: string, isText: boolean): Trap | undefined {
  const [start = 0, end = 0] = node.range ?? [];
  const after = /[ \t]+#[^\n]*/y;
  after.lastIndex = end;
  const comment = after.exec(text)?.[0].trimEnd();
  if (comment === undefined || !(isText || /^\s+#[^\s#!]/.test(comment))) return undefined;
  return {
    code: 'text_cut',
    message: 'The text ends before the #: what follows is taken for a comment.',
    range: { start, end: end + comment.length },
    hint: `Write ${quoted(text.slice(start, end) + comment)}, or put the comment on a line of its own.`,
  };
}

/** `max: 1.000` is one, and is hardly ever written. */
export function pointInThousands(node: Scalar, text: string): Trap | undefined {
  const source = node.source ?? '';
  if (typeof node.value !== 'number' || !/^-?[1-9]\d{0,2}\.\d\d0$/.test(source)) return undefined;
  return {
    code: 'bad_number',
    message: `To YAML, ${source} is ${node.value}: a point stands before decimals.`,
    range: rangeOf(node, text),
    hint: `Write ${source.replace('.', '')} if that is meant, or ${node.value}.`,
  };
}

/** An alias that there is nothing for. `target` is there if the alias stands inside it. */
export function badAlias(node: Alias, target: Node | undefined, anchors: Iterable<string>, text: string): Trap {
  const range = rangeOf(node, text);
  if (target) {
    const message = `*${node.source} stands inside &${node.source}: it would contain itself.`;
    return { code: 'yaml_alias', message, range, hint: 'Move it out.' };
  }
  const meant = closest(node.source, anchors);
  const hint =
    meant === undefined ? `Is it a text? Then write ${quoted(`*${node.source}`)}` : `Did you mean *${meant}?`;
  return { code: 'yaml_alias', message: `There is no &${node.source} above this alias.`, range, hint };
}

/** `<<: 5`. */
export function badMerge(node: Node | null, text: string): Trap {
  const range = node ? rangeOf(node, text) : { start: 0, end: 0 };
  const message = '<< takes over the keys of another mapping, and this is none.';
  return { code: 'yaml_alias', message, range, hint: 'Write <<: *anchor.' };
}

/** `<: *anchor`. */
export function singleMerge({ key, value }: NodePair, text: string): Trap {
  const source = value ? text.slice(value.range?.[0], value.range?.[1]) : '*anchor';
  const message = 'To take over the keys of another mapping, << is written.';
  return { code: 'yaml_alias', message, range: rangeOf(key, text), hint: `Write <<: ${source}` };
}

/** `"\\0"` is written with visible characters, but it would not show what it stands for. */
export function controlCharacter(node: Scalar, text: string): Trap {
  const message = "An escape in this text stands for a character that can't be shown.";
  return { code: 'yaml_syntax', message, range: rangeOf(node, text), hint: 'Remove it.' };
}

/** `title: &Sleep well`: a text that begins with & loses its first word. */
export function unusedAnchor(node: Scalar, text: string): Trap {
  const [value = 0, end = 0] = node.range ?? [];
  const start = Math.max(0, text.lastIndexOf('&', value));
  return {
    code: 'yaml_alias',
    message: `&${node.anchor} names this text, but no alias uses it.`,
    range: { start, end },
    hint: `Is it a text? Then write ${quoted(text.slice(start, end))}`,
  };
}
