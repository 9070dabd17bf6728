import type { CompiledFunnel } from '../../engine/model.ts';
import { readAddress } from '../../engine/run/address.ts';
import { addressKeyPrefix, readEntry, readVisit, removeEntry, writeEntry } from '../storage.ts';

type Address = NonNullable<CompiledFunnel['address']>;

/** What is kept of the address on which the visitor came to this quiz. Anybody may have changed what is stored. */
export function storedAddress(funnel: string, address: Address): Readonly<Record<string, string>> {
  const stored = (readEntry(addressKeyPrefix + funnel) ?? {}) as Readonly<Record<string, unknown>>;
  return readAddress(address, (name) => stored[name]);
}

/**
 * Keeps what texts and fields of the quiz need of the page's address, for as long as its answers, and takes what is
 * personal out of the address: nothing else on the page gets to see it. An address with anything personal, or with
 * another value than is known, replaces all that is stored, as it may be another person's; what is left of the same one
 * does not. A visitor who opens a finished quiz again is only who that address says.
 */
export function takeAddress(funnel: string, address: Address): void {
  const query = new URLSearchParams(location.search);
  const names = Object.keys(address);
  const [values, known] = [readAddress(address, (name) => query.get(name)), storedAddress(funnel, address)];
  const isNew = (name: string) => query.has(name) && (address[name]!.personal || values[name] !== known[name]);
  if (names.some(isNew) || isOver(readVisit(funnel))) {
    if (Object.keys(values).length > 0) writeEntry(addressKeyPrefix + funnel, values);
    else removeEntry(addressKeyPrefix + funnel);
  }
  const personal = names.filter((name) => address[name]!.personal && query.has(name));
  if (personal.length === 0) return;
  for (const name of personal) query.delete(name);
  const { pathname, hash } = location;
  const others = query.toString();
  history.replaceState(history.state, '', `${pathname}${others && `?${others}`}${hash}`);
}

/** Whether a stored visit is finished, and not the one that the browser's history leads back to. */
function isOver(visit: unknown): boolean {
  const { finished, id } = (visit ?? {}) as { readonly finished?: unknown; readonly id?: unknown };
  const shown = (history.state as { readonly visit?: unknown } | null)?.visit;
  return finished === true && (id === undefined || id !== shown);
}
