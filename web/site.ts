import { createContext, useContext } from 'react';
import type { Locale } from '../engine/model.ts';

/** What the build knows of a funnel: enough to route to it and to load it. */
export interface FunnelEntry {
  readonly id: string;
  readonly path: string;
  readonly storageKey: string;
  /** Address of its `FunnelData`, by locale. */
  readonly data: Readonly<Record<Locale, string>>;
  /** Whether it needs the code and the words of rare types of step. */
  readonly rare?: true;
}

/** The company as the footer and the legal texts name it (`content/company.yaml`). */
export interface Company {
  readonly name: string;
  readonly number: string;
  readonly address: string;
  readonly email: string;
}

/** A plan, or the same at another price that only some visitors are offered (`content/plans.yaml`). */
export interface Plan {
  readonly id: 'basic' | 'three_months' | 'lifetime';
  /** The name of what only some visitors are offered. */
  readonly offer?: string;
  /** In the currency's smallest unit (cents). */
  readonly amount: number;
  /** ISO 4217, such as `USD`. */
  readonly currency: string;
  /** Months between payments; null for a single payment. */
  readonly months: number | null;
  readonly recommended: boolean;
}

/** Everything about this site that is not code: it stands as JSON in every page. */
export interface Site {
  readonly locales: readonly Locale[];
  readonly company: Company;
  /** All plans, then all offers. */
  readonly plans: readonly Plan[];
  /** Some visitors are offered them in a currency of their own, which the API says. */
  readonly hasLocalPrices?: true;
  /** The path that the root route leads to. */
  readonly home: string;
  readonly funnels: readonly FunnelEntry[];
  /**
   * Where the API is, by the site's hostname (`content/hosts.yaml`): its address such as `https://api.example.com`, without a slash at
   * its end; empty for the site's own.
   */
  readonly hosts: Readonly<Record<string, string>>;
}

/** The site as it stands in the page that was opened. */
export function readSite(): Site {
  return JSON.parse(document.getElementById('site')!.textContent) as Site;
}

export const SiteContext = createContext<Site | null>(null);

/** The site of the page; throws outside `SiteContext`, which is a mistake in the code. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite needs a SiteContext around it');
  return site;
}
