import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { SiteManifest } from '../../api/platform/site/manifest.ts';

const site = 'dist/site';
const read = (file: string) => readFileSync(path.join(site, file));
const manifest = JSON.parse(read('pages.json').toString()) as SiteManifest;
const landings = ['/daily-emotional-reset', '/nervous-system-overload', '/self-confidence', '/sleep-issues'];

/** Every script that the page fetches before its first question can be tapped. */
function scriptsOf(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map((match) => match[1]!);
}

describe.each(landings.flatMap((route) => ['en', 'es'].map((locale) => [route, locale] as const)))(
  '%s in %s',
  (route, locale) => {
    const file = manifest.pages[route]![locale]!.file;
    const html = read(file).toString();
    const scripts = scriptsOf(html).map((url) => read(url).toString());
    const data = /href="(\/assets\/[^"]+\.json)"/.exec(html)![1]!;

    it('needs at most 128.7 kB of JavaScript (gzip) until the first question can be tapped', () => {
      const bytes = scripts.reduce((sum, script) => sum + gzipSync(script, { level: 9 }).length, 0);
      expect(scripts.length).toBeGreaterThan(0);
      expect(bytes).toBeLessThanOrEqual(128_700);
    });

    it('needs at most 1,050 bytes as they are sent (brotli) to tell what happens in the quiz, after the first screen', () => {
      const name = /import\(.\.\/(own-events-[\w-]+\.js).\)/.exec(scripts.join('\n'))![1]!;
      const script = read(`assets/${name}`).toString();
      expect(script).toContain('/api/v1/');
      const needed = [...script.matchAll(/from"\.\/([^"]+)"/g)].map((match) => `/assets/${match[1]}`);
      expect(scriptsOf(html)).toEqual(expect.arrayContaining(needed)); // nothing but what is there already
      expect(scriptsOf(html)).not.toContain(`/assets/${name}`);
      expect(read(`assets/${name}.br`).length).toBeLessThanOrEqual(1_050);
    });

    /** With the lines of the funnel's own scene (0.7 kB) and of its options' icons (0.9 kB): nothing of other funnels' comes along. */
    it('needs at most 9.1 kB of funnel data (gzip) besides', () => {
      expect(gzipSync(read(data), { level: 9 }).length).toBeLessThanOrEqual(9_100);
    });

    it('has its first screen with its critical CSS in at most 14 kB of compressed HTML', () => {
      expect(html).toContain('data-step=');
      expect(html).not.toMatch(/rel="stylesheet"(?! disabled)/);
      expect(gzipSync(html, { level: 9 }).length).toBeLessThanOrEqual(14_000);
    });

    it('lets nothing hold back its first paint: no image is asked for, and the font only at the end', () => {
      expect(html).not.toContain('as="image"');
      expect(html).not.toContain('<img');
      expect(html.indexOf('as="font"')).toBeGreaterThan(html.indexOf('id="site"'));
    });

    it('answers the first taps by a script of at most 2.73 kB (gzip) that knows no quiz, and holds the screens it shows', () => {
      const starter = /<script id="starter">(.*?)<\/script>/s.exec(html)![1]!;
      expect(gzipSync(starter, { level: 9 }).length).toBeLessThanOrEqual(2_730);
      expect(manifest.pages[route]![locale]!.csp.scripts).toContain(
        `sha256-${createHash('sha256').update(starter).digest('base64')}`,
      );
      for (const name of landings) expect(starter).not.toContain(name.slice(1));
      const ways = /data-ways="([^"]+)"/.exec(html)![1]!;
      const held = [...html.matchAll(/<template data-held="([^"]+)"/g)].map(([, step]) => step!);
      expect(held.length).toBeGreaterThan(1);
      for (const step of held) expect(ways).toContain(`&#34;${step}&#34;`);
    });

    it('loads no YAML parser, no JSON Schema validator and no expression parser', () => {
      const all = scripts.join('\n');
      for (const trace of ['YAMLParseError', 'Map keys must be unique', 'ajv', 'chevrotain', 'EmbeddedActionsParser']) {
        expect(all).not.toContain(trace);
      }
    });

    it('loads no type of step that few quizzes use', () => {
      const all = scripts.join('\n');
      for (const trace of ['too_early', 'isEmail', 'visitor@example.com', '719468'])
        expect(all.includes(trace)).toBe(false);
    });

    it('loads nothing of accounts: no session, no forms, no cabinet', () => {
      const all = scripts.join('\n');
      for (const trace of ['/v1/auth/', '/v1/users/', 'refresh-tokens', 'shouldUnregister']) {
        expect(all).not.toContain(trace);
      }
    });

    it('loads no other funnel and no other language', () => {
      const other = locale === 'en' ? 'es' : 'en';
      const loaded = [data, ...scriptsOf(html)];
      expect(data).toContain(`${route.slice(1)}.${locale}-`);
      for (const name of landings) {
        if (name !== route) for (const text of scripts) expect(text).not.toContain(name.slice(1));
      }
      const dictionary = { en: 'Continue', es: 'Continuar' };
      expect(
        scripts.some(
          (script) =>
            script.includes(`"${dictionary[locale as 'en']}"`) || script.includes(`\`${dictionary[locale as 'en']}\``),
        ),
      ).toBe(true);
      expect(
        scripts.some(
          (script) => script.includes(`"${dictionary[other]}"`) || script.includes(`\`${dictionary[other]}\``),
        ),
      ).toBe(false);
      expect(loaded.filter((url) => url.includes(`.${other}-`))).toEqual([]);
    });
  },
);
