import type { ManifestPlan } from '../../api/payments/plan.ts';
import type { PlanId } from '../../schemas/api/payments.ts';
import { reasonOf } from '../print.ts';
import { inSmallestUnit } from '../money.ts';
import { readContentFile } from './read-content.ts';

interface PlansFile {
  readonly currency: string;
  readonly plans: Readonly<Record<PlanId, Terms & { readonly months?: number }>>;
  readonly offers?: Readonly<Record<string, Terms & { readonly plan: PlanId }>>;
  /** By currency. */
  readonly local?: Readonly<Record<string, LocalPrices>>;
}

interface Terms {
  readonly price: number;
  readonly recommended?: boolean;
}

interface LocalPrices {
  readonly countries: readonly string[];
  /** By the name of the plan or offer. */
  readonly prices: Readonly<Record<string, number>>;
}

/** A plan or an offer, whatever the currency. */
interface Sold extends Terms {
  readonly name: string;
  readonly id: PlanId;
  readonly offer?: string;
}

const file = 'content/plans.yaml';

/** All plans, then all offers; after them the same in each local currency. Throws an error with all that is wrong. */
export function loadPlans(): readonly ManifestPlan[] {
  return describePlans(readContentFile(file, 'schemas/plans.schema.json') as PlansFile);
}

/** Those that are offered where no local ones are. */
export function basePlans(plans: readonly ManifestPlan[]): readonly ManifestPlan[] {
  return plans.filter(({ countries }) => countries === undefined);
}

/** The plans of a file that is valid by its schema, as `loadPlans` returns them. Throws an error with all that is wrong. */
export function describePlans({ currency, plans, offers = {}, local = {} }: PlansFile): readonly ManifestPlan[] {
  const sold: readonly Sold[] = [
    ...Object.entries(plans).map(([id, terms]) => ({ ...terms, name: id, id: id as PlanId })),
    ...Object.entries(offers).map(([offer, { plan, ...terms }]) => ({ ...terms, name: offer, id: plan, offer })),
  ];
  const mistakes = [
    ...mistakesOfPrices(
      currency,
      sold.map(({ price }) => price),
    ),
    ...mistakesOfLocal(local, { currency, names: sold.map(({ name }) => name) }),
  ];
  if (mistakes.length > 0) throw new Error(mistakes.map((each) => `${file}: ${each}`).join('\n'));
  const describe = ({ id, offer, recommended = false }: Sold, price: number, of: string): ManifestPlan => ({
    id,
    amount: inSmallestUnit(price, of),
    currency: of,
    months: plans[id].months ?? null,
    recommended,
    ...(offer !== undefined && { offer }),
  });
  return [
    ...sold.map((each) => describe(each, each.price, currency)),
    ...Object.entries(local).flatMap(([of, { countries, prices }]) =>
      sold.map((each) => ({ ...describe(each, prices[each.name]!, of), countries })),
    ),
  ];
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

function mistakesOfPrices(currency: string, prices: readonly number[]): string[] {
  if (!currencies.has(currency)) return [`${currency} is not a currency.`];
  const mistakes = new Set<string>();
  for (const price of prices) {
    try {
      inSmallestUnit(price, currency);
    } catch (error) {
      mistakes.add(reasonOf(error));
    }
  }
  return [...mistakes];
}

interface Base {
  readonly currency: string;
  readonly names: readonly string[];
}

function mistakesOfLocal(local: Readonly<Record<string, LocalPrices>>, { currency, names }: Base): string[] {
  const named = Object.entries(local).flatMap(([of, { countries }]) => countries.map((country) => ({ country, of })));
  return [
    ...Object.entries(local).flatMap(([of, { prices }]) => [
      ...(of === currency ? [`local.${of}: these are the prices of all other countries already.`] : []),
      ...names.filter((name) => !(name in prices)).map((name) => `local.${of}: ${name} has no price.`),
      ...Object.keys(prices)
        .filter((name) => !names.includes(name))
        .map((name) => `local.${of}: there is no plan or offer ${name}.`),
      ...mistakesOfPrices(of, Object.values(prices)),
    ]),
    ...named.flatMap(({ country, of }, index) => {
      const other = named.findIndex((each) => each.country === country);
      if (!isCountry(country)) return [`local.${of}: ${country} is not a country's code, such as DE.`];
      return other < index ? [`${country} is in local.${named[other]!.of} and in local.${of}.`] : [];
    }),
  ];
}

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** Codes with a name that are no country's. */
const otherRegions = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

/** Whether proxies name a country so: GB, not UK. */
function isCountry(code: string): boolean {
  const isOwn = new Intl.Locale(`und-${code}`).region === code;
  return isOwn && !otherRegions.has(code) && regionNames.of(code) !== undefined;
}
