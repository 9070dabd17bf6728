import express, { type Router } from 'express';

/**
 * A router that tells small letters from capitals, as a proxy in front does: what that denies below `/api/metrics` can't
 * be reached as `/api/METRICS`. Everything is routed by these.
 */
export const createRouter = (): Router => express.Router({ caseSensitive: true });
