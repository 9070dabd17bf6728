import type { Response } from 'express';
import type { Log } from '../../platform/log.ts';
import { ApiError } from '../../platform/http/problem.ts';

interface Recording {
  readonly folder: string;
  /** Below the folder, and nowhere else. */
  readonly name: string;
  readonly contentId: string;
}

/** Answers with a file of the folder of recordings, by range or whole. A file that is not there is our fault: 503. */
export function sendRecording(response: Response, { folder, name, contentId }: Recording, log: Log): Promise<void> {
  return new Promise((resolve, reject) => {
    response.sendFile(name, { root: folder, cacheControl: false, dotfiles: 'deny' }, (error?: unknown) => {
      if (!error || response.destroyed) return resolve();
      const { status, headers = {} } = error as { status?: unknown; headers?: Record<string, string> };
      if (status === 416 || status === 412) {
        response.setHeaders(new Map(Object.entries(headers)));
        return resolve(void response.status(status).end());
      }
      if (!response.headersSent) response.removeHeader('Cache-Control');
      log.error('recording_missing', error, { contentId });
      reject(new ApiError('unavailable', { cause: error }));
    });
  });
}
