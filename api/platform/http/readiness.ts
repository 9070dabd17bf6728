/** Where the process is in its life. Load balancers send requests only while it is `ready`. */
export interface Readiness {
  state: 'starting' | 'ready' | 'stopping';
}

/** A process that has just begun to start. */
export function createReadiness(): Readiness {
  return { state: 'starting' };
}
