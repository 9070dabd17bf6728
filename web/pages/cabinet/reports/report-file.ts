import { languageTag, type Locale } from '../../../../engine/model.ts';
import type { RenderedReport } from './report-calls.ts';

/** A report as a file of its own, in HTML: what is on the screen, under this title. */
export function reportFile({ css, body }: RenderedReport, title: string, locale: Locale): string {
  const file = document.implementation.createHTMLDocument(title);
  file.documentElement.lang = languageTag(locale);
  const charset = file.createElement('meta');
  charset.setAttribute('charset', 'utf-8');
  const viewport = file.createElement('meta');
  viewport.name = 'viewport';
  viewport.content = 'width=device-width, initial-scale=1';
  const style = file.createElement('style');
  style.textContent = css;
  file.head.prepend(charset, viewport);
  file.head.append(style);
  const main = file.createElement('main');
  main.innerHTML = body;
  const heading = file.createElement('h1');
  heading.textContent = title;
  main.prepend(heading);
  file.body.append(main);
  return `<!doctype html>\n${file.documentElement.outerHTML}\n`;
}
