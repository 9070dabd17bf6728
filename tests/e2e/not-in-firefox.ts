/** Journeys that `npm test -- all` doesn't walk in Firefox, by a part of their file's name or title, with why. */
export const notInFirefox: readonly RegExp[] = [
  // axe says the same in every browser, and Firefox ESR 153 crashes in it: `expectAccessible` looks at nothing there.
  /accessibility\.spec/,
  // Playwright drives Firefox by WebDriver BiDi, which has no DevTools protocol for real touches and for larger text,
  /double-tap\.spec|large-text\.spec/,
  // doesn't give what a request sends or what a page saves as a file,
  /goals\.spec|own-events\.spec|quick-taps\.spec|a change of language goes to the server|taps every 50 ms|data and language of the profile/,
  // can't switch off scripts
  /without JavaScript/,
  // can't freeze a tab
  /frozen for a day/,
  // or service workers, which answer what a test takes over,
  /a lost connection is said/,
  // and switches the cache off, by which a file that is asked for twice comes once.
  /typeface of a first visit/,
  // What is painted waits for a typeface that it has for a tenth of a second, less than a busy machine takes.
  /a later visit is painted in it/,
  // After Back it waits for a load, and what the back/forward cache has kept is not loaded.
  /whatever goes wrong before the payment/,
  // Firefox doesn't measure what shifts,
  /first-screen\.spec/,
  // and remembers code that it couldn't fetch as failed: "Try again" loads the page anew.
  /code, words and data of a page that were reset/,
  // A tab waits for the refresh of another for 6 s at most, which three of them take on a busy machine.
  /three tabs outlive/,
  // What a site of other files or another build does depends on no browser, and takes its time to build.
  /blocks\.spec|cases\.spec|endings\.spec|from-address\.spec|groups\.spec|publishing\.spec|return-visit\.spec|typed-first\.spec|variant-texts\.spec|write-ins\.spec/,
  // The rules of quizzes and of the server depend on no browser, nor does what the site makes of an answer or of storage.
  /quiz 1 (?:saves|asks)|stepsLimit=3 finishes|tampered|without a finished quiz|broken query parameters|the root leads/,
  /changes their email|favourites are on all devices|a session that was never ended|an account is removed|can download/,
  /when sending fails|can be dismissed|does not take|a log-out that fails|tips and offers come/,
  /(?:development-pages|lifetime|listening-address|mail-links|redirects|reports)\.spec/,
  /payment-(?:past-due|plan|portal|promotion|tabs|tax)\.spec/,
  // There is no sound where there is none to play it on, and what Playwright takes offline isn't a page's worker.
  /(?:listening|listening-by-keys|listening-ending|listening-interrupted|offline|sample)\.spec/,
  // One quiz is enough.
  /\/(?!daily)\S+ leads to results/,
  // Languages are the same in every browser.
  / in es$/,
];
