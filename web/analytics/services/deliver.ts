import type { Happening } from './happening.ts';
import { markHeard, waitingFor } from './ledger.ts';
import type { OpenService, Service } from './service.ts';

/** Tells a service what it has not heard yet. */
export interface Delivery {
  /** Tells all that waits; `isLanding`: the page is of interest to it by itself. Never rejects. */
  readonly deliver: (isLanding: boolean) => Promise<void>;
  /** The page goes away: what was told just now is on its way. */
  readonly letGo: () => void;
}

/** What is asked for on the wire gets there, even if the page does not live to hear of it; after that long it has not. */
const onItsWayMilliseconds = 5_000;

/** `locks`: so that of two tabs one tells it; browsers have them on https only. */
export function createDelivery(service: Service, locks: Pick<LockManager, 'request'> | undefined): Delivery {
  const sending = new Map<string, number>();
  let opened: Promise<OpenService> | undefined;

  async function tellOne(open: OpenService, happening: Happening): Promise<void> {
    const { id } = happening;
    if (sending.has(id) || !isWaiting(service, id)) return;
    sending.set(id, performance.now());
    try {
      await open.tell(happening);
      markHeard(service.name, id);
    } finally {
      sending.delete(id);
    }
  }

  return {
    async deliver(isLanding) {
      const waiting = waitingFor(service.name).filter(service.wants);
      if (!service.isFor() || (waiting.length === 0 && !isLanding)) return;
      try {
        const open = await (opened ??= service.open());
        const tell = (happening: Happening) =>
          oneTab(locks, `${service.name} ${happening.id}`, () => tellOne(open, happening));
        await Promise.all(waiting.map(tell));
      } catch {
        opened = undefined; // its script did not come: the next time may be better
      }
    },
    letGo() {
      for (const [id, since] of sending)
        if (performance.now() - since < onItsWayMilliseconds) markHeard(service.name, id);
    },
  };
}

function isWaiting({ name }: Service, id: string): boolean {
  return waitingFor(name).some((happening) => happening.id === id);
}

/** Does it unless another tab is at it. */
async function oneTab(
  locks: Pick<LockManager, 'request'> | undefined,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  if (!locks) return work();
  await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
  });
}
