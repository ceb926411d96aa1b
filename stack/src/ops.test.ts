import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnv } from '@diorama/shared/server/runtime/env.ts';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { loadStackEnv, PROJECT_ROOT } from './env.ts';

const OPERATIONS = join(PROJECT_ROOT, 'docs/operations.md');
const ALERTS = join(PROJECT_ROOT, 'ops/alerts.yml');
const Alerts = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.object({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
});
const Dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
});

const rules = Alerts.parse(parse(readFileSync(ALERTS, 'utf8'))).groups.flatMap((group) => group.rules);
const dashboard = Dashboard.parse(
  JSON.parse(readFileSync(join(PROJECT_ROOT, 'ops/grafana-dashboard.json'), 'utf8')),
);

test('the alerts and the dashboard use only metrics that the processes report', () => {
  const source = execFileSync('git', ['grep', '-hoE', "'diorama_[a-z_]+'", '--', '*/src/*.ts'], {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
  });
  const known = new Set(source.split('\n').map((line) => line.replaceAll("'", '')));
  const queries = [
    ...rules.map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  const used = queries.flatMap((query) => query.match(/diorama_[a-z_]+/g) ?? []);
  expect(used.length).toBeGreaterThan(10);
  expect(used.map((name) => name.replace(/_bucket$/, '')).filter((name) => !known.has(name))).toEqual([]);
});

test('every alert links to a section of the documentation', () => {
  const text = readFileSync(OPERATIONS, 'utf8');
  const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(' ', '-')
      .replace(/[^a-z-]/g, ''),
  );
  expect(rules.length).toBeGreaterThan(5);
  for (const { annotations } of rules) {
    const [file, anchor] = annotations.runbook.split('#');
    expect(file).toBe('docs/operations.md');
    expect(anchors).toContain(anchor);
  }
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool) {
  process.stderr.write('SKIPPED: the alerts as Prometheus reads them, as promtool is not on the PATH\n');
}
test.skipIf(!hasPromtool)('Prometheus accepts the alerts (skipped without promtool)', () => {
  const { status, stderr } = spawnSync('promtool', ['check', 'rules', ALERTS], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

const SERVICE = join(PROJECT_ROOT, 'ops/diorama.service');
test('the systemd unit stops running work before it is killed', () => {
  const unit = readFileSync(SERVICE, 'utf8');
  const grace = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
  expect(grace * 1_000).toBeGreaterThan(
    loadEnv({ DATABASE_URL: 'postgres://x', SECRET_KEY: 'x'.repeat(32) }).shutdownGraceMs,
  );
  expect(unit).toContain('KillMode=mixed');
});

test('the systemd unit has no demo account, and documented commands use its environment', () => {
  const unit = readFileSync(SERVICE, 'utf8');
  const [, line = ''] = /^Environment=(.*)$/m.exec(unit) ?? [];
  const variables = line.split(' ');
  const env = loadStackEnv(Object.fromEntries(variables.map((variable) => variable.split('='))));
  expect(env.demo).toBe(false);
  const [command = ''] = /^diorama\(\) \{\n(?: .*\n)+/m.exec(readFileSync(OPERATIONS, 'utf8')) ?? [];
  expect([...command.matchAll(/-E (\S+)/g)].map(([, variable]) => variable)).toEqual(variables);
  for (const name of ['WorkingDirectory', 'EnvironmentFile', 'StateDirectory', 'UMask']) {
    const [setting] = new RegExp(`^${name}=.*$`, 'm').exec(unit) ?? [];
    expect(command).toContain(`-p ${setting}`);
  }
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasSystemd) {
  process.stderr.write('SKIPPED: the unit as systemd reads it, as systemd-analyze is not on the PATH\n');
}
test.skipIf(!hasSystemd)('systemd accepts every setting of the unit (skipped without systemd)', () => {
  const { stderr } = spawnSync('systemd-analyze', ['verify', SERVICE], { encoding: 'utf8' });
  expect(stderr.split('\n').filter((line) => /unknown|invalid|failed to parse|ignoring/i.test(line))).toEqual(
    [],
  );
});
