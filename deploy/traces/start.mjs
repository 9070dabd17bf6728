// Exports traces of the server: node --import ./deploy/traces/start.mjs dist/server/main.mjs
import { register } from 'node:module';
import { getNodeAutoInstrumentations } from '@opentelemetry/auto-instrumentations-node';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { NodeSDK } from '@opentelemetry/sdk-node';

const { env } = process;
env.OTEL_NODE_ENABLED_INSTRUMENTATIONS ||= 'express,http,knex,net,pg,undici';
env.OTEL_BSP_SCHEDULE_DELAY ||= '1000'; // the process doesn't wait at its end for what is exported later

/** All else that the packages know stays here: paths with tokens, statements, addresses of visitors, errors' messages. */
const exported =
  /^(db\.(collection|operation|system)\.name|error\.type|http\.(request\.method|response\.status_code|route)|server\.(address|port))$/;

function clean(span) {
  const attributes = Object.fromEntries(Object.entries(span.attributes).filter(([name]) => exported.test(name)));
  return Object.assign(span, { attributes, events: [], status: { code: span.status.code } });
}

class CleanExporter extends OTLPTraceExporter {
  export(spans, done) {
    super.export(spans.map(clean), done);
  }
}

register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);
const isProbe = ({ url }) => /^\/api\/(health|metrics)\//.test(url);
const inTrace = { requireParentSpan: true }; // each look for jobs would be a trace otherwise
const instrumentations = getNodeAutoInstrumentations({
  '@opentelemetry/instrumentation-express': { ignoreLayersType: ['middleware', 'router', 'request_handler'] },
  '@opentelemetry/instrumentation-http': { ignoreIncomingRequestHook: isProbe },
  '@opentelemetry/instrumentation-knex': inTrace,
  '@opentelemetry/instrumentation-pg': inTrace,
});
const serviceName = env.OTEL_SERVICE_NAME || 'still-waters';
const traceExporter = new CleanExporter();
new NodeSDK({ serviceName, instrumentations, traceExporter, metricReaders: [], logRecordProcessors: [] }).start();
