import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { freePort } from '#lib/server/database/embedded/embedded-postgres.ts';
import { scratch, startDrillSite } from './drill-site.ts';

const RULES = 'deploy/prometheus/alerts.yml';
const RULE_TESTS = 'deploy/prometheus/alerts.test.yml';

/** Checks alert rules, their tests and the metrics of a started site with promtool, and the metrics that the dashboard names. */
export async function monitoring(): Promise<string[]> {
  if (spawnSync('promtool', ['--version']).error)
    return ['skipped: promtool is not installed (Debian package prometheus)'];
  promtool(['check', 'rules', RULES]);
  promtool(['test', 'rules', RULE_TESTS]);
  const metricsPort = await freePort();
  const site = await startDrillSite({
    DEMO_LISTINGS: '50',
    METRICS_PORT: String(metricsPort),
    BACKUP_TO: await scratch(),
    BACKUP_KEY: randomBytes(32).toString('base64'),
  });
  await fetch(`${site.origin}/api/listings/featured`);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  await site.stop();
  promtool(['check', 'metrics'], withoutNamesOfNode(metrics));
  const dashboards = readdirSync('deploy/grafana').map((name) => readFileSync(`deploy/grafana/${name}`, 'utf8'));
  const named = new Set(
    [readFileSync(RULES, 'utf8'), ...dashboards].join('\n').match(/\b(carquay|nodejs|process)_[a-z_]+/g),
  );
  const missing = [...named].filter(
    (name) => !metrics.includes(`${name}`) && !metrics.includes(name.replace(/_(bucket|sum|count)$/, '')),
  );
  if (missing.length > 0) throw new Error(`no such metrics: ${missing.join(', ')}`);
  return [
    `promtool accepts rules, rule tests and ${metrics.length} bytes of metrics; all ${named.size} names in rules and dashboard exist`,
  ];
}

/** prom-client names three gauges of Node like counters, which promtool refuses. */
const withoutNamesOfNode = (metrics: string) =>
  metrics.replaceAll(/^.*\bnodejs_active_(handles|requests|resources)_total\b.*\n/gm, '');

function promtool(args: string[], input = ''): void {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`promtool ${args.join(' ')}: ${stdout}${stderr}`);
}
