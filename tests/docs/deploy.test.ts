import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { maxHeaderSize } from 'node:http';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { calls } from '../../schemas/api/index.ts';

const read = (file: string) => readFileSync(`deploy/${file}`, 'utf8');

interface Service {
  readonly command?: readonly string[];
  readonly stop_grace_period?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
}

const compose = parse(read('compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<'site' | 'migrate' | 'database', Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
};

interface KubernetesObject {
  readonly kind: string;
  readonly spec: { readonly replicas?: number; readonly template: { readonly spec: Readonly<Record<string, number>> } };
}

const kubernetes = parseAllDocuments(read('kubernetes/deployment.yaml')).map(
  (document) => document.toJS() as KubernetesObject,
);
const deployment = kubernetes.find(({ kind }) => kind === 'Deployment')!;
const unit = read('systemd/still-waters@.service');

describe('what is in deploy/', () => {
  it('gives a process that stops the time that it may take: DRAIN_SECONDS and 25 more', () => {
    const drain = Number(/DRAIN_SECONDS=(\d+)/.exec(read('kubernetes/kustomization.yaml'))![1]);
    const given = [
      Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)![1]) - 5,
      Number(/^(\d+)s$/.exec(compose.services.site.stop_grace_period!)![1]) - 5,
      deployment.spec.template.spec['terminationGracePeriodSeconds']! - drain,
    ];
    expect(given.filter((seconds) => seconds < 25)).toEqual([]);
  });

  it('has its secrets neither in git nor in what an image is made of', () => {
    const files = ['site.env', ...Object.values(compose.secrets).map(({ file }) => file)].map(
      (name) => `deploy/${name}`,
    );
    const ignored = execFileSync('git', ['check-ignore', ...files], { encoding: 'utf8' });
    expect(ignored.trim().split('\n')).toEqual(files);
    expect(read('Containerfile.dockerignore').split('\n')).toContain('deploy');
  });

  it('replaces no process before the database is migrated', () => {
    const { site, migrate, database } = compose.services;
    expect(site.depends_on).toMatchObject({ migrate: { condition: 'service_completed_successfully' } });
    expect(migrate.depends_on).toEqual({ database: { condition: 'service_healthy' } });
    // `up` stops the site before it waits for what the site depends on.
    expect(read('compose.yaml')).toMatch(/^# +\w+ compose build && \w+ compose run --rm migrate && \w+ compose up -d/m);
    // While PostgreSQL's image is set up, the server that it has for that listens on its socket alone.
    expect(database.healthcheck!.test).toContain('127.0.0.1');
    expect(unit.indexOf('ExecStartPre=/usr/bin/node dist/server/migrate.mjs')).toBeGreaterThan(0);
  });

  it('leaves the number of pods to the autoscaler, which a deploy would overrule', () => {
    expect(kubernetes.map(({ kind }) => kind)).toContain('HorizontalPodAutoscaler');
    expect(deployment.spec.replicas).toBeUndefined();
  });

  it.each([
    'Containerfile',
    'compose.yaml',
    'kubernetes/kustomization.yaml',
    'nginx.conf',
    'site.env.example',
    'systemd/still-waters@.service',
  ])('says in %s that the host has to be named before the build', (file) => {
    expect(read(file)).toContain('content/hosts.yaml');
  });

  it('has nginx take headers as long as the server takes them', () => {
    const [, ...servers] = read('nginx.conf').split('\nserver {');
    const sizes = servers.map((server) => Number(/large_client_header_buffers \d+ (\d+)k;/.exec(server)?.[1]) * 1024);
    expect(sizes).toEqual([maxHeaderSize, maxHeaderSize]);
  });

  it('has alerts for the job that the guide has Prometheus scrape, where the metrics are', () => {
    const guide = readFileSync('docs/guide/operate/watch.md', 'utf8');
    const { scrape_configs: jobs } = parse(/```yaml\n([^`]+)```/.exec(guide)![1]!) as {
      readonly scrape_configs: readonly { readonly job_name: string; readonly metrics_path: string }[];
    };
    expect(jobs).toMatchObject([{ metrics_path: '/api/metrics/' }]);
    expect(read('prometheus/alerts.yaml')).toContain(`up{job="${jobs[0]!.job_name}"}`);
  });

  it('has nginx log no address with a token', () => {
    const [start = '', ...servers] = read('nginx.conf').split('\nserver {');
    const secret = new RegExp(/^ +~(\S+) "";$/m.exec(start)?.[1] ?? 'none');
    const paths = calls.filter(({ path }) => path.includes('{token}')).map(({ path }) => `/api${path}`);
    expect(paths.length).toBeGreaterThan(1);
    const open = ['/verify-email/1/2', '/reset-password/1/2', ...paths].filter((path) => !secret.test(path));
    expect([open, secret.test('/api/v1/auth/login/')]).toEqual([[], false]);
    expect(servers.filter((server) => !/access_log \S+ without_queries if=\$is_logged;/.test(server))).toEqual([]);
  });

  it('has nginx log no query, which may hold a name, nor that of the page before', () => {
    const [start = ''] = read('nginx.conf').split('\nserver {');
    const format = /log_format without_queries (.+?);/s.exec(start)![1]!;
    expect(format).toContain('$uri');
    expect(format).not.toMatch(/\$(?:request|request_uri|args|query_string|http_referer)\b(?!_)/);
    expect(
      new RegExp(/\$referer_path \{\n +~(\S+) \$path_before;/.exec(start)![1]!).exec('https://a.b/c?d=e')![0],
    ).toBe('https://a.b/c');
  });

  it('asks a process that has started itself whether it is ready, and gives up each question that is not answered', () => {
    expect(/^ExecStartPost=(.*)$/m.exec(unit)![1]).toMatch(/curl .*--noproxy '\*' --max-time 5 --retry /);
  });

  it('tries to start a process again for as long as its database is away', () => {
    const [start] = unit.split('[Service]');
    expect(start).toContain('\nStartLimitIntervalSec=0\n');
    expect(unit).toContain('\nRestart=always\n');
  });
});
