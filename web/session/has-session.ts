/** The cookies of the session (specification, section 3). */
export const tokenCookies = { accessToken: 'authToken', refreshToken: 'refreshToken' } as const;

/** Whether this browser holds tokens; whether they are still good, only the server knows. */
export function hasSession(): boolean {
  return /(?:^|; )authToken=./.test(document.cookie);
}
