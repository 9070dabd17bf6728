import type { Problem } from '../problem.ts';
import { toProblems } from './finding.ts';
import { checkShape } from './shape/check-shape.ts';
import { keysOf } from './shape/validate.ts';
import { normalizeText, type SourceFile } from './source-file.ts';
import { readYaml } from './yaml/read-yaml.ts';

/** Where links may lead besides telephone numbers, email addresses and the legal pages. */
export interface LinkList {
  /** Hosts, each with or without the beginning of a path: `who.int/es`. */
  readonly sites: readonly string[];
  /** Whether the file was without mistakes. If not, a site that is missing here may only be broken. */
  readonly complete: boolean;
}

/** What funnels get where nothing is said about links. */
export const noLinks: LinkList = { sites: [], complete: true };

/** Reads `content/links.yaml`: `sites: [988lifeline.org]`. */
export function parseLinks(file: SourceFile): { readonly links: LinkList; readonly problems: Problem[] } {
  const { document, findings, readable } = readYaml(normalizeText(file), { isText: false, keys: keysOf('links') });
  if (!readable) return { links: { sites: [], complete: false }, problems: toProblems(findings) };
  const problems = toProblems([...findings, ...checkShape(document, 'links').findings]);
  const { sites = [] } = (document.value ?? {}) as { readonly sites?: readonly (string | undefined)[] };
  const sound = (Array.isArray(sites) ? sites : []).filter((site) => typeof site === 'string');
  return { links: { sites: sound, complete: problems.length === 0 }, problems };
}

const legalPages: readonly string[] = ['/terms-of-service', '/privacy-policy'];

/** Why a link can't lead to an address, and what to do; nothing where it can. */
export function checkAddress(address: string, list: LinkList): { message: string; hint: string } | undefined {
  const [, scheme = ''] = /^([a-z][a-z0-9+.-]*):/i.exec(address) ?? [];
  switch (scheme.toLowerCase()) {
    case 'tel':
      return /^tel:\+?\d[\d*#().-]+$/.test(address) ? undefined : explain(address, 'telephone number', 'tel:988');
    case 'mailto':
      return /^mailto:[^\s@?&]+@[^\s@?&]+\.[^\s@?&]+(\?\S*)?$/.test(address)
        ? undefined
        : explain(address, 'email address', 'mailto:help@example.org');
    case 'https':
      return checkSite(address, list);
    case 'http':
      return { message: `"${address}" isn't encrypted.`, hint: `Write https:${address.slice('http:'.length)}` };
  }
  if (legalPages.includes(address)) return undefined;
  const what = scheme === '' ? 'no full address' : `an address of a kind that links can't have`;
  return {
    message: `"${address}" is ${what}.`,
    hint: `Links lead to https://…, tel:…, mailto:…, ${legalPages.join(' or ')}.`,
  };
}

function explain(address: string, what: string, example: string) {
  return { message: `"${address}" is no ${what}.`, hint: `Such as ${example}.` };
}

function checkSite(address: string, { sites, complete }: LinkList): { message: string; hint: string } | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || url.username || url.password) return explain(address, 'web address', 'https://example.org/help');
  const place = url.host + url.pathname;
  if (!complete || sites.some((site) => place === site || place.startsWith(site.endsWith('/') ? site : `${site}/`)))
    return undefined;
  return {
    message: `Links may not lead to ${url.host}${sites.some((site) => site.startsWith(url.host)) ? url.pathname : ''}.`,
    hint: `Add ${url.host} to sites in content/links.yaml, if visitors can be sent there.`,
  };
}
