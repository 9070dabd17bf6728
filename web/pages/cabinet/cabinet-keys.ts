/** The names of entries of which members have one; apart from `keys` of `web/storage.ts`, which every visitor loads. */
export const cabinetKeys = {
  welcomed: 'welcomeModalSeen',
  installHint: 'installHint',
  playerSpeed: 'playerSpeed',
  playerLines: 'playerLines',
} as const;
