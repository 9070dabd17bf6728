let closedFor: string | null = null;

/** Whether this user has closed the banner during this visit. A reload is a new visit, so it is kept nowhere else. */
export const isBannerClosed = (userId: string): boolean => closedFor === userId;

/** Keeps the banner away from this user while they move between pages. */
export function rememberBannerClosed(userId: string): void {
  closedFor = userId;
}
