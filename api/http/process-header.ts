import type { RequestHandler } from 'express';

/** Says, in answers of development, which process gives them: the command asks the one that has the database. */
export const processHeader = 'x-process';

/** Has answers say that this process gives them, now. */
export const nameProcess: RequestHandler = (_request, response, next) => {
  response.setHeader(processHeader, process.pid).setHeader('cache-control', 'no-store');
  next();
};
