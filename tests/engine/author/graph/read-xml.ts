/** An element's text, and the texts of all below it that are no elements. */
export interface ReadXml {
  readonly elements: readonly { readonly name: string; readonly attributes: Readonly<Record<string, string>> }[];
  readonly texts: readonly string[];
}

const markup = /<(\/?)([A-Za-z][\w-]*)((?:\s+[A-Za-z][\w:-]*="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
const entity = /&(?:(amp|lt|gt|quot)|#(\d+));/g;
const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Reads XML without declarations and comments, and throws where it is not well-formed. */
export function readXml(xml: string): ReadXml {
  const open: string[] = [];
  const elements: { name: string; attributes: Record<string, string> }[] = [];
  const texts: string[] = [];
  markup.lastIndex = 0;
  while (markup.lastIndex < xml.length) {
    const from = markup.lastIndex;
    const match = markup.exec(xml);
    if (!match) throw new Error(`Not XML: ${xml.slice(from, from + 80)}`);
    const [, closes, name = '', attributes = '', isEmpty, text] = match;
    if (text !== undefined) {
      if (text.trim()) texts.push(unescape(text));
    } else if (closes) {
      if (open.pop() !== name) throw new Error(`</${name}> closes what is not open.`);
    } else {
      const pairs = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)];
      elements.push({ name, attributes: Object.fromEntries(pairs.map(([, key, value]) => [key, unescape(value!)])) });
      if (!isEmpty) open.push(name);
    }
  }
  if (open.length > 0) throw new Error(`<${open.at(-1)}> is not closed.`);
  return { elements, texts };
}

function unescape(text: string): string {
  if (text.replaceAll(entity, '').includes('&')) throw new Error(`A bare & in ${text}`);
  // oxlint-disable-next-line no-control-regex -- they are looked for
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u.test(text))
    throw new Error(`No XML: ${text}`);
  return text.replaceAll(entity, (_all, name: string, code: string) =>
    name ? characters[name]! : String.fromCodePoint(Number(code)),
  );
}
