import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Person, useHarness } from '../harness.ts';
import { CELLS } from './cells.ts';
import { CALLERS, type Caller, createWorld, OPERATOR_EMAIL, type World } from './world.ts';

const STL = Buffer.from(
  'solid tile\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid tile\n',
);
const METHODS = ['HEAD', 'PATCH', 'GET', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

/** Response for the caller's own upload; a suspended workspace rejects it. */
const OWN: Record<Method, (caller: Caller) => number> = {
  HEAD: () => 200,
  PATCH: (caller) => (caller === 'suspended' ? 403 : 204),
  // It has not become an asset yet.
  GET: () => 404,
  DELETE: () => 204,
};

/**
 * The endpoint of resumable uploads has a separate protocol, so it has no row among the contract's routes.
 */
describe('permissions of resumable uploads', () => {
  const harness = useHarness({ OPERATOR_EMAILS: OPERATOR_EMAIL });
  let world: World;
  let other: Person;
  beforeAll(async () => {
    world = await createWorld(harness.deps);
    other = await harness.signUp('other');
  });

  const send = async (
    method: string,
    path: string,
    {
      token,
      headers = {},
      body,
    }: { token: string | undefined; headers?: Record<string, string>; body?: Buffer },
  ) => {
    const response = await fetch(harness.url + path, {
      method,
      headers: {
        'tus-resumable': '1.0.0',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body ? { body: new Uint8Array(body) } : {}),
    });
    return {
      status: response.status,
      text: await response.text(),
      path: response.headers.get('location') ?? '',
    };
  };
  const begin = (token: string | undefined, fields: Record<string, string> = {}) =>
    send('POST', '/api/uploads', {
      token,
      headers: {
        'upload-length': String(STL.length),
        'upload-metadata': Object.entries({ type: '2', filename: 'tile.stl', ...fields })
          .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
          .join(','),
      },
    });
  const ask = async (method: Method, path: string, token: string | undefined) => {
    const headers = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    const { status, text } = await send(method, path, {
      token,
      ...(method === 'PATCH' ? { headers, body: STL } : {}),
    });
    return { status, text };
  };
  const setActive = (caller: Caller, isActive: boolean) =>
    harness
      .db('accounts')
      .where({ id: world.own(caller).account })
      .update({ is_active: isActive });

  it.each(CALLERS)('to start one in a workspace as %s equal those of a single upload', async (caller) => {
    const token = await world.token(caller);
    const inPlace = (account: string) => begin(token, { account });
    const own = await inPlace(world.own(caller).account);
    expect(own.status).toBe(CELLS.uploadAsset.own[CALLERS.indexOf(caller)]);
    const [foreign, absent] = [await inPlace(world.foreign.account), await inPlace(world.absent.account)];
    expect([foreign.status, foreign.text]).toEqual([absent.status, absent.text]);
    expect(absent.status).toBe(caller === 'nobody' ? 401 : CELLS.uploadAsset.unseen);
  });

  for (const method of METHODS) {
    it.each(CALLERS)(`of ${method} as %s cover only the user’s uploads`, async (caller) => {
      const token = await world.token(caller);
      const { path: foreignPath } = await begin(other.token);
      const foreign = await ask(method, foreignPath, token);
      const absent = await ask(method, `/api/uploads/${randomUUID().replaceAll('-', '')}`, token);
      expect(foreign).toEqual(absent);
      expect(absent.status).toBe(token === undefined ? 401 : 404);
      // The upload is unchanged.
      expect((await ask('HEAD', foreignPath, other.token)).status).toBe(200);
      if (token === undefined) {
        return;
      }
      await setActive(caller, true);
      // A suspended user continues an earlier upload.
      const own = await begin(token);
      expect(own.status).toBe(201);
      await setActive(caller, caller !== 'suspended');
      expect((await ask(method, own.path, token)).status).toBe(OWN[method](caller));
    });
  }
});
