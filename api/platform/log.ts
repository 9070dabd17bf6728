import pino, { type DestinationStream, type Logger } from 'pino';

/** What is known beside the event. Flat on purpose: no request, body or row can slip in as a whole. */
export type LogContext = Readonly<Record<string, string | number | boolean | null>>;

/**
 * What those who run the server get to know. Events are fixed words such as `request_failed`; what varies is in the
 * context. Neither ever holds a query string, a body, a token or an email address.
 */
export interface Log {
  error(event: string, error: unknown, context?: LogContext): void;
  warn(event: string, context?: LogContext): void;
  info(event: string, context?: LogContext): void;
}

/** From silence to everything. */
export const logLevels = ['silent', 'error', 'warn', 'info'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Should one of these be logged by mistake after all, its value is not shown. */
const secretKeys = [
  'accessToken',
  'authorization',
  'body',
  'cookie',
  'email',
  'password',
  'query',
  'refreshToken',
  'secret',
  'token',
];

/** A log of one line of JSON for each event: `time`, `level`, `event` and the context; on standard error by default. */
export function createLog(level: LogLevel, destination: () => DestinationStream = standardError): Log {
  const options = {
    level,
    base: null,
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: secretKeys, censor: '[redacted]' },
  };
  let logger: Logger | undefined;
  /** It takes its time to open, and at most levels has nothing to say; null where the level isn't logged. */
  const at = (of: LogLevel): Logger | null =>
    logLevels.indexOf(of) > logLevels.indexOf(level) ? null : (logger ??= pino(options, destination()));
  return {
    error: (event, error, context) => at('error')?.error({ ...context, ...describeError(error) }, event),
    warn: (event, context) => at('warn')?.warn(context ?? {}, event),
    info: (event, context) => at('info')?.info(context ?? {}, event),
  };
}

/** Written without waiting, and the rest when the process exits. */
function standardError(): DestinationStream {
  return pino.destination({ dest: 2, sync: false });
}

/** Message and stack of the error and of what caused it, and no other property: drivers hang whole rows on theirs. */
function describeError(error: unknown): LogContext {
  if (!(error instanceof Error)) return { message: 'Something that is not an error was thrown' };
  const causes = error.cause instanceof Error ? { cause: hideSecrets(error.cause.message) } : {};
  const stack = error.stack === undefined ? {} : { stack: hideSecrets(error.stack) };
  return { message: hideSecrets(error.message), ...causes, ...stack };
}

/** Mail addresses, access tokens and anything else that is long and looks like chance. */
function hideSecrets(text: string): string {
  return text
    .replaceAll(/[^\s"'()<>=,]{1,64}@[a-z0-9-]{1,63}\.[a-z0-9.-]{1,190}/gi, '[redacted]')
    .replaceAll(/\beyJ[\w-]*\.[\w.-]+|[\w-]{40,}/g, '[redacted]');
}
