import type { SourceFile } from '../../engine/author/source-file.ts';

const look = `
  body { margin: 0; background: #fff; }
  [data-picture] { display: inline-flex; gap: 32px; align-items: center; padding: 24px; background: #eef0f8; }
  .terminal { display: block; padding: 0; border-radius: 10px; overflow: hidden; background: #1e2130; }
  .terminal header { display: flex; gap: 8px; padding: 12px; background: #2b2f42; }
  .terminal i { width: 12px; height: 12px; border-radius: 6px; background: #575d78; }
  pre { margin: 0; padding: 20px 24px; font: 15px/1.5 'DejaVu Sans Mono', Menlo, Consolas, monospace; color: #e4e6f0; }
  .code { border-radius: 10px; background: #fff; }
  .code pre { color: #23263a; }
  .code pre + pre { border-top: 1px solid #d5d8e6; }
  .code b { display: block; color: #6a7090; font-weight: normal; }
  img { display: block; border-radius: 20px; box-shadow: 0 6px 24px #23263a30; }
`;

/** The colours that the command paints with, by their numbers in the terminal. */
const colours: Readonly<Record<string, string>> = {
  '0': '',
  '1': 'font-weight: bold',
  '31': 'color: #ff8f8f',
  '36': 'color: #7fd4e0',
  '90': 'color: #9aa0b8',
};

/** A page that looks like a terminal: what was typed, and what was said in colour. */
export function terminalPage(command: string, output: string): string {
  return document(`<div data-picture><div class="terminal"><header><i></i><i></i><i></i></header>
    <pre>${escape(`$ ${command}\n\n`)}${inColour(output.trimEnd())}</pre></div></div>`);
}

/** A page with pictures beside each other, and to their right the lines of files that make them, if any are given. */
export function besideText(pictures: readonly string[], width: number, lines: readonly SourceFile[]): string {
  const images = pictures.map((picture) => `<img src="${picture}" width="${width}">`);
  const panels = lines.map(({ name, text }) => `<pre><b>${escape(name)}</b>\n${escape(text.trimEnd())}</pre>`);
  const code = panels.length === 0 ? '' : `<div class="code">${panels.join('')}</div>`;
  return document(`<div data-picture>${images.join('')}${code}</div>`);
}

function document(body: string): string {
  return `<!doctype html><meta charset="utf-8"><style>${look}</style>${body}`;
}

function inColour(text: string): string {
  const [first = '', ...parts] = text.split('\u001B[');
  const painted = parts.map((part) => {
    const [, number = '', rest = ''] = /^(\d+)m([^]*)$/.exec(part) ?? [];
    const style = colours[number];
    if (style === undefined) throw new Error(`Nobody knows the colour ${number}.`);
    return style === '' ? escape(rest) : `<span style="${style}">${escape(rest)}</span>`;
  });
  return `${escape(first)}${painted.join('')}`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
