import { readTabEntry, removeTabEntry, writeTabEntry } from './tab-storage.ts';

/**
 * What the links of emails hold. It is a key to the account, so it leaves the address as soon as it is read: neither
 * what the page loads or links to nor the browser's history gets to see it.
 */
export interface LinkSecrets {
  readonly userId: string;
  readonly token: string;
  /** Whether it takes back a change of the email, by `undo=email` in the address. */
  readonly undoes?: boolean;
}

/** The page that the link leads to. */
export type LinkPage = '/reset-password' | '/verify-email';

const nothing: LinkSecrets = { userId: '-', token: '-' };

/** The address of the page without what was in the link. */
export const strippedPath = (page: string): string => `${page}/-/-`;

/** Whether these are what stands for a link that is not there. */
export const isNoLink = ({ userId }: LinkSecrets): boolean => userId === nothing.userId;

/** Keeps them for this tab, so that the page can be loaded again. */
export function storeLink(page: string, secrets: LinkSecrets): void {
  writeTabEntry(`link:${page}`, JSON.stringify(secrets));
}

/** Those of the link that led here; in a tab that came without one, such as the server refuses. */
export function readLink(page: string): LinkSecrets {
  try {
    const entry = JSON.parse(readTabEntry(`link:${page}`) ?? '{}') as Partial<Record<string, unknown>>;
    const { userId, token, undoes } = entry;
    if (typeof userId !== 'string' || typeof token !== 'string') return nothing;
    return { userId, token, ...(undoes === true && { undoes }) };
  } catch {
    return nothing;
  }
}

/** Whether a link led to this page in this tab, and it was neither used nor removed. */
export const hasLink = (page: LinkPage): boolean => !isNoLink(readLink(page));

/** They are needed no more. */
export function removeLink(page: LinkPage): void {
  removeTabEntry(`link:${page}`);
}
