// @module-tag full
import { createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { isProcessRunning } from './processes.ts';
import { type LaunchedStack, launchStack } from './test/launch-stack.ts';

/** Timeout for hanging tests; speed is measured elsewhere. */
const WITHIN = { timeout: 240_000, interval: 50 };

let stacks: LaunchedStack[] = [];

const launch = async (options: Parameters<typeof launchStack>[0] = {}) => {
  const stack = await launchStack({ ...options, env: { DIORAMA_DEMO: '0', ...options.env } });
  stacks.push(stack);
  return stack;
};

const health = (stack: LaunchedStack) =>
  fetch(`${stack.url}/api/health`).then(
    async (response) => response.json(),
    () => null,
  );

afterEach(async () => {
  await Promise.all(stacks.map((stack) => stack.dispose()));
  stacks = [];
});

test('the stack starts, reports it in one exact line, and stops completely', async () => {
  const stack = await launch();
  expect(stack.output().split('\n')).toContain(`Diorama is ready at http://localhost:${stack.port}`);
  expect(await health(stack)).toEqual({
    status: 'ok',
    checks: { database: 'ok', queues: 'ok', store: 'ok' },
  });
  const run = stack.run();
  expect(Object.keys(run.processes).toSorted()).toEqual([
    'gateway',
    'mailbox',
    'worker-assets',
    'worker-billing',
    'worker-notify',
  ]);
  expect(await stack.terminate()).toBe(0);
  expect(Object.values(run.processes).filter(isProcessRunning)).toEqual([]);
  await expect(fetch(`${stack.url}/api/health`)).rejects.toThrow();
});

test('two copies run side by side, and a third on the same folder or port is rejected', async () => {
  const [first, second] = [await launch(), await launch()];
  expect(await health(first)).toMatchObject({ status: 'ok' });
  expect(await health(second)).toMatchObject({ status: 'ok' });
  await expect(launchStack({ dataDir: first.dataDir })).rejects.toThrow(/already runs on/);
  await expect(launchStack({ port: first.port })).rejects.toThrow(
    `Port ${first.port} is in use: set PORT to another one`,
  );
});

test('a killed process is restarted at the same address', async () => {
  const stack = await launch();
  const { processes: before, addresses } = stack.run();
  const killed = ['gateway', 'worker-billing', 'mailbox'];
  for (const name of killed) {
    process.kill(before[name]?.pid ?? 0, 'SIGKILL');
  }
  const pids = () => killed.map((name) => stack.run().processes[name]?.pid);
  await expect
    .poll(pids, WITHIN)
    .toEqual(killed.map((name) => expect.toSatisfy((pid) => pid !== undefined && pid !== before[name]?.pid)));
  await expect.poll(() => health(stack), WITHIN).toMatchObject({ status: 'ok' });
  await expect
    .poll(
      () =>
        fetch(`${addresses.mailbox}/healthz`).then(
          (answer) => answer.ok,
          () => false,
        ),
      WITHIN,
    )
    .toBe(true);
});

test('the start after a kill -9 ends leftover processes, and stored data is kept', async () => {
  const first = await launch();
  const email = 'ada@example.org';
  const password = 'long-enough-for-anybody';
  const post = (url: string, body: object) =>
    fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const signUp = await post(`${first.url}/api/users/signup`, { email, password, username: 'Ada' });
  expect(signUp.status).toBe(201);
  const left = first.run().processes;
  await first.kill();
  stacks = [];
  const second = await launch({ dataDir: first.dataDir, port: first.port });
  expect(Object.values(left).filter(isProcessRunning)).toEqual([]);
  const signIn = await post(`${second.url}/api/login`, { email, password });
  expect(signIn.status).toBe(200);
});

test('an unusable database and an occupied port end the start with one clear line', async () => {
  // A port of the system, on which no database listens.
  const dead = 1;
  await expect(launchStack({ env: { DATABASE_URL: `postgres://x:y@127.0.0.1:${dead}/z` } })).rejects.toThrow(
    `The database at 127.0.0.1:${dead} cannot be used`,
  );
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await expect(launchStack({ port })).rejects.toThrow(`Port ${port} is in use`);
  server.close();
});
