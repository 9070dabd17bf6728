import { readTabEntry, writeTabEntry } from '../../../session/tab-storage.ts';

const closedBannerKey = 'closedBanner';

/** Whether this user has closed the banner during this visit, which a reload belongs to. */
export const isBannerClosed = (userId: string): boolean => readTabEntry(closedBannerKey) === userId;

/** Keeps the banner away from this user until the tab is closed. */
export const saveBannerClosed = (userId: string): void => writeTabEntry(closedBannerKey, userId);
