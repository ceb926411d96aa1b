import type { RouteDefinition } from '@diorama/shared/contract/define.ts';
import { routes } from '@diorama/shared/contract/index.ts';
import { sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { joinScene } from './collab/test-client.ts';
import { type Harness, type Person, startHarness } from './test/harness.ts';

const table: [string, RouteDefinition][] = Object.entries(routes);
const UUID = '01900000-0000-7000-8000-0000000000ff';
const pathOf = ({ path }: RouteDefinition) => path.replace('{provider}', 'sandbox').replace(/\{\w+\}/g, UUID);

describe('a read-only installation', () => {
  let open: Harness;
  let closed: Harness;
  let owner: Person;
  let scene: string;
  beforeAll(async () => {
    open = await startHarness();
    owner = await open.signUp('owner');
    const { json } = await open.call('POST', '/api/compositions', {
      token: owner.token,
      body: { name: 'Kitchen' },
    });
    scene = String(json.uuid);
    closed = await startHarness({ DATABASE_URL: open.deps.env.databaseUrl, READ_ONLY: '1' });
  });
  afterAll(async () => {
    await closed.close();
    await open.close();
  });

  const signIn = async () => {
    const body = { email: owner.email, password: 'a long enough pass' };
    const { status, json } = await closed.call('POST', '/api/login', { body });
    expect(status).toBe(200);
    return String(json.token);
  };

  it.each(table.filter(([, { method, isServedReadOnly }]) => method !== 'GET' && !isServedReadOnly))(
    'rejects %s with 503 and Retry-After',
    async (_name, route) => {
      const answer = await closed.call(route.method, pathOf(route), { token: owner.token, body: {} });
      expect([answer.status, answer.json.description]).toEqual([503, 'server.read-only']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    },
  );

  it('rejects resumable uploads', async () => {
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': '5' };
    for (const [method, path] of [
      ['POST', '/api/uploads'],
      ['PATCH', `/api/uploads/${UUID}`],
      ['DELETE', `/api/uploads/${UUID}`],
    ] as const) {
      expect((await closed.call(method, path, { token: owner.token, headers })).status).toBe(503);
    }
  });

  it('allows users to log in and to read their scenes', async () => {
    const token = await signIn();
    const list = await closed.call('GET', '/api/compositions', { token });
    expect(list.json.totalItems).toBe(1);
    expect((await closed.call('GET', `/api/compositions/${scene}/document`, { token })).status).toBe(200);
    expect((await closed.call('GET', '/api/config')).json.isReadOnly).toBe(true);
    expect((await open.call('GET', '/api/config')).json.isReadOnly).toBe(false);
  });

  it('keeps edits in the browser until they can be sent', async () => {
    const token = await signIn();
    const ydoc = new Y.Doc();
    const paused = joinScene(closed.url, scene, token, { ydoc });
    await expect.poll(() => paused.isSynced()).toBe(true);
    await expect.poll(() => paused.messages).toContainEqual({ type: 'refused', code: 'server.read-only' });
    expect(paused.scope(), 'the editor stays open for edits').toBe('read-write');
    const { nodes } = sceneRoots(ydoc);
    const node = new Y.Map<unknown>([['kind', 'box']]);
    nodes.set('box1', node);
    const other = joinScene(closed.url, scene, token);
    await expect.poll(() => other.isSynced()).toBe(true);
    expect(sceneRoots(other.ydoc).nodes.has('box1')).toBe(false);
    expect(paused.isDurable()).toBe(false);
    for (const client of [paused, other]) {
      client.close();
    }

    const again = joinScene(open.url, scene, owner.token, { ydoc });
    await expect.poll(() => again.isDurable()).toBe(true);
    again.close();
    const { document } = (
      await open.call('GET', `/api/compositions/${scene}/document`, { token: owner.token })
    ).json as { document: { nodes: object } };
    expect(Object.keys(document.nodes)).toContain('box1');
  });
});
