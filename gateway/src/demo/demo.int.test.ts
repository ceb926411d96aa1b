import { expect, it } from 'vitest';
import { actorOfSession } from '../auth/authenticate.ts';
import type { Deps } from '../deps.ts';
import { startSession } from '../modules/auth/session.ts';
import { useHarness } from '../test/harness.ts';
import { DEMO_EMAIL, DEMO_PASSWORD, hasDemoAccount } from './account.ts';
import { seedDemo } from './seed.ts';

const harness = useHarness();

const at = (host: string, demoPassword: string | null): Deps => {
  const { deps } = harness;
  return { ...deps, env: { ...deps.env, demo: true, host, demoPassword } };
};
const signIn = async (password: string) =>
  (await harness.call('POST', '/api/login', { body: { email: DEMO_EMAIL, password } })).status;

it('the demo account has the well-known password only while no other machine has access', async () => {
  const alone = at('127.0.0.1', null);
  await seedDemo(alone);
  expect(await hasDemoAccount(alone)).toBe(true);
  expect(await signIn(DEMO_PASSWORD)).toBe(200);

  const open = at('0.0.0.0', 'one that the start command chose');
  await seedDemo(open);
  expect(await hasDemoAccount(open)).toBe(false);
  expect(await signIn(DEMO_PASSWORD)).toBe(401);
  expect(await signIn('one that the start command chose')).toBe(200);

  // A proxy on this machine admits other clients as well.
  const behind = at('127.0.0.1', null);
  expect(await hasDemoAccount({ ...behind, env: { ...behind.env, publicUrl: 'https://diorama.test' } })).toBe(
    false,
  );

  // Without a chosen password the existing one stays.
  await seedDemo(at('0.0.0.0', null));
  expect(await signIn('one that the start command chose')).toBe(200);
});

it('the demo account is an operator only while the installation is a demo', async () => {
  const demo = at('127.0.0.1', null);
  await seedDemo(demo);
  const { id: userId } = await harness.db('users').where({ email: DEMO_EMAIL }).first('id');
  const { sessionId } = await startSession(harness.db, { userId, remember: false, agent: '' });
  const isOperator = async (deps: Deps) => (await actorOfSession(deps, userId, sessionId)).isOperator;
  expect(await isOperator(demo)).toBe(true);
  expect(await isOperator({ ...demo, env: { ...demo.env, demo: false } })).toBe(false);
});
