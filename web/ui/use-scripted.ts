import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether the page's script runs: not yet in prerendered HTML and while React takes it over. */
export function useScripted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
