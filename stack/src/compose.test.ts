import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnv } from '@diorama/shared/server/runtime/env.ts';
import { ENV_VARIABLES } from '@diorama/shared/server/runtime/env-variables.ts';
import {
  isExposedTo,
  PROCESS_NAMES,
  type ProcessName,
} from '@diorama/shared/server/runtime/process-secrets.ts';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { checkProcessEnv, loadStackEnv, PROJECT_ROOT } from './env.ts';

const read = (path: string) => readFileSync(join(PROJECT_ROOT, path), 'utf8');
/** Variables between the start command and its processes, set by the image, or of the start command alone. */
const PRIVATE = ['DIORAMA_DEMO_PASSWORD', 'DIORAMA_HEALTH_PORT', 'DIORAMA_FAILPOINT', 'HTTPS'];

const BALANCER = 'ops/haproxy.cfg';

type Variables = ReadonlyMap<string, string>;

/** The lines `NAME: value` of a block, as written. */
function readVariables(block: string): Variables {
  const lines = [...block.matchAll(/^\s*([A-Z][A-Z\d_]*): ?(.*)$/gm)];
  return new Map(lines.map(([, name = '', value = '']) => [name, value]));
}

/** The lines of a service in compose.yaml. */
function readService(name: string): string {
  return new RegExp(`^  ${name}:\n((?:    .*\n)+)`, 'm').exec(read('compose.yaml'))?.[1] ?? '';
}

/** The environment of a service in compose.yaml: its anchors, and its own lines. */
function readEnvironment(name: ProcessName | 'tools'): Variables {
  const file = read('compose.yaml');
  const service = readService(name);
  const environment = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(service)?.[1] ?? '';
  const parts = [...environment.matchAll(/\*(\w+)/g)].map(([, part = '']) => {
    return new RegExp(`^x-${part}: &${part}\n((?:  .*\n)+)`, 'm').exec(file)?.[1] ?? '';
  });
  return new Map([...parts, environment].flatMap((block) => [...readVariables(block)]));
}

/** Substitutes the defaults of compose.yaml when only the secrets are set. */
function fillIn(variables: Variables): Record<string, string> {
  const values = [...variables].map(([name, text]) => {
    const value = text
      .replace(/^(['"])(.*)\1$/, '$2')
      .replace(/\$\{(\w+):?\?[^}]*\}/g, 'x'.repeat(32))
      .replace(/\$\{\w+:-([^}]*)\}/g, '$1');
    return [name, value];
  });
  return Object.fromEntries(values);
}

test.each(PROCESS_NAMES)('compose.yaml passes %s exactly the variables that it reads', (name) => {
  const known = Object.keys(ENV_VARIABLES.shape).filter((variable) => !PRIVATE.includes(variable));
  const expected = known.filter((variable) => isExposedTo(name, variable));
  expect([...readEnvironment(name).keys()].toSorted()).toEqual(expected.toSorted());
});

test.each(PROCESS_NAMES)('the defaults of compose.yaml for %s are a valid environment', (name) => {
  const env = loadEnv(fillIn(readEnvironment(name)), name);
  expect(env).toMatchObject({
    host: '0.0.0.0',
    redisUrl: 'redis://valkey:6379',
    shutdownGraceMs: 20_000,
    hasSandboxPayments: false,
  });
});

test('the tools service has every variable and the backup folder, and starts no product process', () => {
  const known = Object.keys(ENV_VARIABLES.shape).filter((variable) => !PRIVATE.includes(variable));
  const variables = readEnvironment('tools');
  expect([...variables.keys()].toSorted()).toEqual(known.toSorted());
  checkProcessEnv(loadStackEnv(fillIn(variables)));
  const tools = readService('tools');
  const [volumes] = /^ {4}volumes: .*$/m.exec(readService('worker-notify')) ?? [];
  expect(tools).toContain(volumes);
  // The dependencies of `migrate`: a restore runs before any process starts.
  expect(tools).toContain('depends_on: *services\n');
  expect(readService('migrate')).toContain('depends_on: &services\n');
  expect(tools).toContain('profiles: [tools]\n');
});

const Override = z.object({
  secrets: z.record(z.string(), z.object({ file: z.string() })),
  services: z.record(
    z.string(),
    z.object({ secrets: z.array(z.string()), environment: z.record(z.string(), z.string()) }),
  ),
});

test('the documented override passes a secret file to the services whose variable may be empty', () => {
  const [, block = ''] = /```yaml\n([^`]*)```/.exec(read('docs/operations.md')) ?? [];
  const { secrets, services } = Override.parse(parse(block));
  expect(Object.keys(services)).toEqual(['gateway', 'tools']);
  for (const [service, { secrets: given, environment }] of Object.entries(services)) {
    expect(given).toEqual(Object.keys(secrets));
    expect(environment).toEqual({ SECRET_KEY: '', SECRET_KEY_FILE: `/run/secrets/${given}` });
    // `:?` would refuse an empty one.
    expect(readService(service)).toMatch(/^ +SECRET_KEY: \$\{SECRET_KEY\?/m);
  }
});

test('signing, payment and mail keys exist only where they are needed', () => {
  const holders = (variable: string) => PROCESS_NAMES.filter((name) => readEnvironment(name).has(variable));
  expect(holders('SECRET_KEY')).toEqual(['gateway']);
  expect(holders('STRIPE_SECRET_KEY')).toEqual(['gateway', 'worker-billing']);
  expect(holders('PAYPAL_SECRET')).toEqual(['gateway', 'worker-billing']);
  expect(holders('SMTP_URL')).toEqual(['worker-notify']);
  expect(holders('S3_SECRET_KEY')).toEqual(['gateway', 'worker-assets', 'worker-billing', 'worker-notify']);
});

test('the gateways trust only the balancer for client addresses', () => {
  const { trustedProxies } = loadEnv(fillIn(readEnvironment('gateway')));
  const file = read('compose.yaml');
  expect(trustedProxies).toEqual([...file.matchAll(/ipv4_address: ([\d.]+)/g)].map(([, address]) => address));
  const subnet = /subnet: ([\d.]+)\.0\/24/.exec(file)?.[1];
  expect(trustedProxies[0]).toContain(`${subnet}.`);
});

test('the balancer’s cookie is derived from the address of the gateway', () => {
  const file = read(BALANCER);
  expect(file).toMatch(/^ +cookie gateway insert .*\bdynamic$/m);
  expect(file).toMatch(/^ +dynamic-cookie-key \S+$/m);
  const servers = [...file.matchAll(/^ +server-template .*$/gm)].map(([line]) => line);
  expect(servers.filter((line) => line.includes('cookie'))).toEqual([]);
  expect(servers.length).toBeGreaterThan(0);
});

test('the balancer supports the documented number of gateways', () => {
  const file = read(BALANCER);
  const [, documented] = /up to (\d+) gateways/.exec(read('docs/operations.md')) ?? [];
  const templates = [...file.matchAll(/^ +server-template gateway- (\d+) /gm)].map(([, count]) => count);
  expect(templates).toEqual([documented, documented, documented]);
  // Docker's name server does not compress names: 23 bytes for each address of `gateway`.
  const [, bytes] = /^ +accepted_payload_size (\d+)$/m.exec(file) ?? [];
  expect(Number(bytes)).toBeGreaterThan(100 + 23 * Number(documented));
});

test('compose.yaml uses the balancer configuration of the tests on several hosts', () => {
  expect(read('compose.yaml')).toContain(`    file: ./${BALANCER}\n`);
});

const hasBalancer = spawnSync('haproxy', ['-v']).status === 0;
test.skipIf(!hasBalancer)('HAProxy accepts the balancer configuration (skipped without haproxy)', () => {
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', join(PROJECT_ROOT, BALANCER)], {
    encoding: 'utf8',
  });
  expect(stderr).not.toContain('WARNING');
  expect(status).toBe(0);
});

test('folders that the containers write to belong to their user', () => {
  const [, folders = ''] = /install -d -o node -g node (.+)$/m.exec(read('Dockerfile')) ?? [];
  expect(folders.split(' ')).toEqual(['/data', '/backups']);
});

test('only the asset worker starts as root, so that it can drop privileges', () => {
  expect([...read('Dockerfile').matchAll(/^USER (.*)$/gm)].map(([, user]) => user)).toEqual(['node']);
  const services = read('compose.yaml').split(/^(?= {2}[\w-]+:$)/m);
  const rooted = services.filter((service) => /^ {4}user: root$/m.test(service));
  expect(rooted.map((service) => service.trim().split(':')[0])).toEqual(['worker-assets']);
  expect(rooted[0]).toMatch(/cap_add: \[.*SETGID, SETUID\]/);
  expect(/^x-process: &process\n((?: {2}.*\n)+)/m.exec(read('compose.yaml'))?.[1]).toContain(
    'cap_drop: [ALL]',
  );
});

test('the image copies only existing files', () => {
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap((match) =>
    (match[1] ?? '').trim().split(/\s+/).slice(0, -1),
  );
  expect(copied.length).toBeGreaterThan(10);
  expect(copied.filter((path) => !existsSync(join(PROJECT_ROOT, path)))).toEqual([]);
});

test('the image includes every package of the workspace', () => {
  const { workspaces } = JSON.parse(read('package.json'));
  const dockerfile = read('Dockerfile');
  for (const name of workspaces) {
    expect(dockerfile).toContain(`COPY ${name}/package.json ${name}/`);
  }
});

test('every script that containers or documented commands run exists', () => {
  const commands = read('docs/operations.md').match(/^docker compose .*$/gm) ?? [];
  const scripts = [read('compose.yaml'), read('Dockerfile'), ...commands].flatMap((text) => [
    ...text.matchAll(/[\w-]+\/[\w/-]+\.(?:ts|mjs)/g),
  ]);
  expect(commands.length).toBeGreaterThan(2);
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.map(([path]) => path).filter((path) => !existsSync(join(PROJECT_ROOT, path)))).toEqual([]);
});
