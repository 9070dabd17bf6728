import type { Router } from 'express';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Keys } from '../../platform/keys.ts';
import type { Log } from '../../platform/log.ts';
import { openAudioBucket } from './bucket.ts';
import type { CreateSoundMaker } from './sound-maker.ts';
import { createAudioRoutes } from './routes.ts';
import { createSampleRoutes } from './sample.ts';
import { createRouter } from '../../platform/http/router.ts';

interface AudioServices {
  readonly config: Pick<Config, 'audioDirectory' | 'audioBucket' | 'corsOrigins'>;
  readonly recordingsDirectory: string;
  readonly database: Database;
  readonly keys: Keys;
  readonly log: Log;
  readonly createSoundMaker: CreateSoundMaker;
}

/** The audio of the sessions, and samples of it. `close` stops what is being made. */
export interface Audio {
  readonly router: Router;
  close(): Promise<void>;
}

/** Proxies commonly give up after a minute. */
const timeoutMilliseconds = 50_000;
/** Of a member, whose player then says that the session is being prepared. A sample's queue is short. */
const queueMilliseconds = 5_000;
const now = () => new Date();

/** Nothing is made and no folder is touched before the first listener. */
export function openAudio({ config, createSoundMaker, ...services }: AudioServices): Audio {
  const createMaker = () => createSoundMaker({ folder: config.audioDirectory, log: services.log, now });
  // A visitor's half minute doesn't wait for a member's whole session.
  const makers = { sessions: createMaker(), samples: createMaker() };
  const isSiteElsewhere = config.corsOrigins.length > 0;
  const { audioBucket: settings } = config;
  const bucket = settings && openAudioBucket({ settings, log: services.log, now });
  const parts = { ...services, timeoutMilliseconds };
  const ofMember = { now, bucket, isAddressEnough: isSiteElsewhere, queueMilliseconds };
  const router = createRouter();
  router.use(createAudioRoutes({ ...parts, ...ofMember, maker: makers.sessions }));
  router.use(
    createSampleRoutes({ ...parts, queueMilliseconds: timeoutMilliseconds, isSiteElsewhere, maker: makers.samples }),
  );
  return {
    router,
    close: async () => {
      await Promise.all(Object.values(makers).map((maker) => maker.close()));
    },
  };
}
