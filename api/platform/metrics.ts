import type { Router } from 'express';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { ApiError } from './http/problem.ts';
import { bearerTokenOf, isSameSecret } from './http/secret-token.ts';
import { refuseMethod } from './http/calls.ts';
import { type CallObservation, recordOf } from './http/log-calls.ts';
import { endsWithin } from './jobs/signal.ts';
import { createRouter } from './http/router.ts';

/** What is read whenever the metrics are requested. */
interface GaugeSource {
  /** Such as `jobs_pending`. */
  readonly name: string;
  readonly help: string;
  /** What distinguishes the numbers of one name; without it there is one number. */
  readonly label?: string;
  readonly read: () => Promise<readonly Reading[]> | readonly Reading[];
}

export interface Reading {
  /** Of the label. */
  readonly of?: string;
  readonly value: number;
}

/** What is timed as it happens. */
interface HistogramSource {
  /** Such as `site_response_duration_seconds`. */
  readonly name: string;
  readonly help: string;
  /** What distinguishes the counts of one name. */
  readonly labels: readonly string[];
}

/** What is counted as it happens. */
interface CounterSource extends HistogramSource {
  /** Values of the labels that are counted from 0 on: Prometheus sees no increase in a count that begins with its first. */
  readonly known?: readonly (readonly string[])[];
}

/** What the process counts, for Prometheus. */
export interface Metrics {
  observeCall(observation: CallObservation): void;
  addGauge(source: GaugeSource): void;
  /** Returns what adds one to the count of these values of the labels. */
  addCounter(source: CounterSource): (...values: readonly string[]) => void;
  /** Returns what notes how many seconds something took, with these values of the labels. */
  addHistogram(source: HistogramSource): (seconds: number, ...values: readonly string[]) => void;
  /** All metrics as text, with the type of that text. */
  render(): Promise<{ readonly text: string; readonly contentType: string }>;
}

/** A scrape that waits for a database that hangs is given up, and what the process knows by itself is lost with it. */
const readMilliseconds = 2_000;

/** From what a cached row takes to what a queue of password hashes takes. */
const bucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics with those of the process itself: memory, processor time, event loop, garbage collection. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests of the API took, by route, method and status.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: bucketsSeconds,
    registers: [registry],
  });
  return {
    observeCall: ({ route, method, status, seconds }) =>
      durations.observe({ route: route ?? 'none', method, status }, seconds),
    addGauge: ({ name, help, label, read }) => {
      const collect = async function (this: Gauge) {
        this.reset();
        // What can't be read leaves the others alone.
        let readings: readonly Reading[] = label === undefined ? [{ value: Number.NaN }] : [];
        const reading = async () => void (readings = await read());
        await endsWithin(readMilliseconds, reading()).catch(() => undefined);
        for (const { of = '', value } of readings) this.set(label === undefined ? {} : { [label]: of }, value);
      };
      const labelNames = label === undefined ? [] : [label];
      registry.registerMetric(new Gauge({ name, help, labelNames, collect, registers: [] }));
    },
    addCounter({ name, help, labels, known = [] }) {
      const counter = new Counter({ name, help, labelNames: [...labels], registers: [registry] });
      for (const values of known) counter.labels(...values).inc(0);
      return (...values) => counter.labels(...values).inc();
    },
    addHistogram({ name, help, labels }) {
      const histogram = new Histogram({
        name,
        help,
        labelNames: [...labels],
        buckets: bucketsSeconds,
        registers: [registry],
      });
      return (seconds, ...values) => histogram.labels(...values).observe(seconds);
    },
    render: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}

/** `GET /metrics/`, in the text format of Prometheus, for those who know the token. Null: the address does not exist. */
export function createMetricsRoutes(metrics: Metrics, token: string | null): Router {
  const router = createRouter();
  if (token === null) return router;
  router.get('/metrics', async (request, response) => {
    recordOf(response).route = '/metrics/';
    if (!isSameSecret(bearerTokenOf(request), token)) throw new ApiError('not_signed_in');
    const { text, contentType } = await metrics.render();
    response.set('Content-Type', contentType).end(text);
  });
  router.all('/metrics', refuseMethod('/metrics/', ['GET']));
  return router;
}
