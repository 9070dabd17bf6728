import type { Locale } from '../model.ts';

/** A file as it was read. `name` is shown in problems; its last segment says what the file is. */
export interface SourceFile {
  readonly name: string;
  readonly text: string;
  /** The first byte that isn't UTF-8, where one isn't: the first � of the text stands for it. */
  readonly wrongByte?: number;
}

/** A file as its bytes say; what isn't UTF-8 becomes �, which the checker reports. */
export function decodeSource(name: string, bytes: Uint8Array): SourceFile {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const lost = text.indexOf('\ufffd');
  if (lost === -1) return { name, text };
  const at = new TextEncoder().encode(text.slice(0, lost)).length;
  const isWritten = bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd;
  return { name, text, ...(!isWritten && { wrongByte: bytes[at]! }) };
}

/** A file without its byte order mark, and with line ends that YAML knows: a CR alone is one on old Macs. */
export function normalizeText({ text, ...file }: SourceFile): SourceFile {
  return { ...file, text: text.replace(/^\ufeff/, '').replaceAll(/\r(?!\n)/g, '\n') };
}

export type FileKind =
  | { readonly kind: 'flow'; readonly id: string }
  | { readonly kind: 'words'; readonly id: string; readonly locale: Locale }
  | { readonly kind: 'unknown' };

/** `<id>.yaml` is a flow, `<id>.<locale>.yaml` is words; nothing else belongs beside them. */
export function fileKindOf(name: string): FileKind {
  const [, id, locale] = /^(?:.*[/\\])?([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?:\.([A-Za-z0-9-]+))?\.yaml$/.exec(name) ?? [];
  if (id === undefined || (locale !== undefined && !isLocale(locale))) return { kind: 'unknown' };
  return locale === undefined ? { kind: 'flow', id } : { kind: 'words', id, locale };
}

/** Whether a text names a language as BCP 47 does, in its customary capitals: `es`, `pt-BR`, `zh-Hant`. */
export function isLocale(text: string): boolean {
  return /^[a-z]{2,3}(-|$)/.test(text) && canonicalLocale(text) === text;
}

/** A locale in its customary capitals, also of `pt_br`; nothing of what is none. */
export function canonicalLocale(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0];
  } catch {
    return undefined; // not a language tag
  }
}

/** The id of the funnel that a file belongs to, by its name; nothing if it isn't called like a file of a funnel. */
export function funnelIdOf(name: string): string | undefined {
  const kind = fileKindOf(name);
  return kind.kind === 'unknown' ? undefined : kind.id;
}
