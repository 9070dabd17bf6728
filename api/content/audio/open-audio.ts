import type { Router } from 'express';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Keys } from '../../platform/keys.ts';
import type { Log } from '../../platform/log.ts';
import type { CreateSoundMaker } from './sound-maker.ts';
import { createAudioRoutes } from './routes.ts';

interface AudioServices {
  readonly config: Pick<Config, 'audioDirectory' | 'recordingsDirectory' | 'corsOrigins'>;
  readonly database: Database;
  readonly keys: Keys;
  readonly log: Log;
  readonly createSoundMaker: CreateSoundMaker;
}

/** The audio of the sessions. `close` stops what is being made. */
export interface Audio {
  readonly router: Router;
  close(): Promise<void>;
}

/** Proxies commonly give up after a minute. */
const timeoutMilliseconds = 50_000;
const now = () => new Date();

/** Nothing is made and no folder is touched before the first listener. */
export function openAudio({ config, createSoundMaker, ...services }: AudioServices): Audio {
  const maker = createSoundMaker({ folder: config.audioDirectory, log: services.log, now });
  const isAddressEnough = config.corsOrigins.length > 0;
  const { recordingsDirectory } = config;
  return {
    router: createAudioRoutes({ ...services, now, maker, recordingsDirectory, isAddressEnough, timeoutMilliseconds }),
    close: () => maker.close(),
  };
}
