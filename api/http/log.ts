/** What is known about an error, beside the error itself. Never a query string, a body, a token or an address. */
export type LogContext = Readonly<Record<string, string | number | boolean | null>>;

/** Takes down what went wrong, for those who run the server; visitors never see it. */
export type LogError = (event: string, error: unknown, context?: LogContext) => void;

/** One line of JSON on standard error for each error. */
export const logErrorAsJson: LogError = (event, error, context = {}) => {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  const time = new Date().toISOString();
  console.error(JSON.stringify({ time, level: 'error', event, message, ...context, ...(stack ? { stack } : {}) }));
};
