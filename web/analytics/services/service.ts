import type { ServiceEvent, ServiceName } from './ledger.ts';

/** An analytics service or ad pixel. */
export interface Service {
  readonly name: ServiceName;
  /** Whether it is there for this visitor at all. */
  readonly isFor: () => boolean;
  /** Whether this is reported to it. */
  readonly wants: (event: ServiceEvent) => boolean;
  /** Loads its script and reports the page to it. Rejects where the script does not come. */
  readonly open: () => Promise<OpenService>;
}

/** Its script is here. */
export interface OpenService {
  /** Reports it; resolves when the service confirms it or, where services never do, once it is sent. */
  readonly send: (event: ServiceEvent) => Promise<void>;
}

/** Runs a script of another site. Rejects where it does not come: blocked, or no line. */
export function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.async = true;
    script.src = src;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`${new URL(src).host} did not answer`));
    });
    document.head.append(script);
  });
}

/** The name that analytics services have a goal under. */
export function goalOf(event: Exclude<ServiceEvent, { type: 'purchase' }>): string {
  return event.type === 'landing' ? 'landing_view' : event.goal;
}
