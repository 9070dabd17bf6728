/** The version whose shapes these are, the one of the SDK. */
export const apiVersion = '2026-10-28.endive';
