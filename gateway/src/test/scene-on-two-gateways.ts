import { vi } from 'vitest';
import { joinScene, type TestClient } from '../collab/test-client.ts';
import { type Harness, type Person, startHarness } from './harness.ts';

/** Timeout for the awaited conditions. */
const WITHIN = { timeout: 60_000, interval: 5 };

/** A scene of a workspace, served by two gateways on one database. */
export type SceneOnTwoGateways = {
  here: Harness;
  there: Harness;
  owner: Person;
  scene: string;
  /** Opens the scene as an editor does, and waits until it is synchronised. */
  join(gateway: Harness, token: string): Promise<TestClient>;
  /** Signs up a user who may edit the scene. */
  invite(name: string): Promise<Person>;
  /** Closes all joined clients. */
  leave(): void;
  close(): Promise<void>;
};

/** Starts two gateways with `env` in addition to the shared database, and creates a scene. */
export async function startSceneOnTwoGateways(env: Record<string, string> = {}): Promise<SceneOnTwoGateways> {
  const here = await startHarness(env);
  const there = await startHarness({ ...env, DATABASE_URL: here.deps.env.databaseUrl });
  const owner = await here.signUp('owner');
  await here.db('accounts').where({ id: owner.accountId }).update({ plan: 'enterprise' });
  const { json } = await here.call('POST', '/api/compositions', { token: owner.token, body: {} });
  const scene = String(json.uuid);
  const open: TestClient[] = [];
  return {
    here,
    there,
    owner,
    scene,
    join: async (gateway, token) => {
      const client = joinScene(gateway.url, scene, token);
      open.push(client);
      await vi.waitUntil(client.isSynced, WITHIN);
      return client;
    },
    invite: async (name) => {
      const person = await here.signUp(name);
      await here.db('composition_members').insert({ composition_id: scene, user_id: person.userId, role: 0 });
      return person;
    },
    leave: () => {
      for (const client of open.splice(0)) {
        client.close();
      }
    },
    close: async () => {
      await there.close();
      await here.close();
    },
  };
}
