import { readTabEntry, removeTabEntry, writeTabEntry } from './tab-storage.ts';

const key = 'wantedPlace';
const sessions = '/cabinet/sessions';

/** Remembers, in this tab, which page of the cabinet a visitor asked for who has to log in first. */
export function keepWantedPlace(place: string): void {
  writeTabEntry(key, place);
}

/** Where to go after logging in: the page that was asked for, else the sessions. It is told once. */
export function placeAfterLogin(): string {
  const place = readTabEntry(key);
  forgetWantedPlace();
  return place !== null && /^\/cabinet(?![^/?#])/.test(place) ? place : sessions;
}

/** It was asked for in a visit that is over. */
export function forgetWantedPlace(): void {
  removeTabEntry(key);
}
