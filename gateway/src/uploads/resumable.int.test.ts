import { mkdir, mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { multipartFolder } from '../contract/multipart.ts';
import { type Person, useHarness } from '../test/harness.ts';
import { multipartForm } from '../test/multipart-form.ts';
import { createUrls } from '../web/urls.ts';
import { createResumableUploads } from './resumable.ts';
import { metadata, STL, uploadFixture } from './upload-fixture.ts';

type Fixture = ReturnType<typeof uploadFixture>;

describe('resumable uploads', () => {
  const harness = useHarness();
  let owner: Person;
  let send: Fixture['send'];
  let create: Fixture['create'];
  let patch: Fixture['patch'];
  beforeAll(async () => {
    owner = await harness.signUp('owner');
    ({ send, create, patch } = uploadFixture(harness, owner));
  });

  /** Files of an upload on the gateway's disk. */
  const left = async (path: string) => {
    const names = await readdir(join(harness.deps.env.dataDir, 'tmp', 'tus'));
    return names.filter((name) => name.startsWith(path.split('/').at(-1) ?? ''));
  };

  it('continue where they stopped and become one asset', async () => {
    const created = await create(STL.length);
    expect(created.status).toBe(201);
    const path = created.headers.get('location') ?? '';
    expect((await patch(path, 0, STL.subarray(0, 40))).status).toBe(204);
    const head = await send('HEAD', path);
    expect(head.headers.get('upload-offset')).toBe('40');
    expect((await patch(path, 12, STL.subarray(12))).status).toBe(409);
    expect((await send('GET', path)).status).toBe(404);
    const last = await patch(path, 40, STL.subarray(40));
    expect(last.status).toBe(204);
    const asset = JSON.parse(await (await send('GET', path)).text());
    expect(asset).toMatchObject({ name: 'tile.stl', size: STL.length, type: 2, status: 'uploaded' });
    expect(last.headers.get('x-asset-id')).toBe(asset.uuid);
    expect(await harness.events('asset.uploaded')).toEqual([{ assetId: asset.uuid }]);
    expect(await left(path)).toEqual([]);
  });

  it('belong to the user who started them', async () => {
    const stranger = await harness.signUp('stranger');
    const path = (await create(STL.length)).headers.get('location') ?? '';
    expect((await patch(path, 0, STL, stranger.token)).status).toBe(404);
    expect((await send('HEAD', path, { token: stranger.token })).status).toBe(404);
    expect((await send('DELETE', path, { token: stranger.token })).status).toBe(404);
    expect((await send('GET', path, { token: 'nothing' })).status).toBe(401);
    expect((await send('DELETE', path)).status).toBe(204);
  });

  it('are rejected at the start when they cannot succeed', async () => {
    const refusals = [
      [await create(0), 422, 'upload.empty'],
      [await create(300_000_001), 413, 'upload.too-large'],
      [await create(10, { filename: 'x' }), 422, 'request.invalid'],
      [
        await create(10, { type: '2', composition: '01900000-0000-7000-8000-000000000001' }),
        404,
        'request.not-found',
      ],
      [
        await send('POST', '/api/uploads', { token: 'nothing', headers: { 'upload-length': '5' } }),
        401,
        'auth.session-expired',
      ],
    ] as const;
    for (const [answer, status, code] of refusals) {
      expect([answer.status, JSON.parse(await answer.text()).description]).toEqual([status, code]);
    }
  });

  it('are rejected at the start when the workspace has no space for them', async () => {
    const account = harness.db('accounts').where({ id: owner.accountId });
    const before = await account.clone().first('storage_used');
    await account.clone().update({ storage_used: 2_000_000_000 - 10 });
    const refused = await create(11);
    expect([refused.status, JSON.parse(await refused.text()).description]).toEqual([
      403,
      'security.account.storage-full',
    ]);
    expect((await create(10)).status).toBe(201);
    await account.clone().update({ storage_used: before?.storage_used });
  });

  it('reserve their space when created and release it when canceled', async () => {
    const person = await harness.signUp('parallel');
    const fixture = uploadFixture(harness, person);
    const account = harness.db('accounts').where({ id: person.accountId });
    await account.clone().update({ storage_used: 2_000_000_000 - 2 * STL.length });
    const begun = await Promise.all(Array.from({ length: 4 }, () => fixture.create(STL.length)));
    expect(begun.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403]);
    const [one = '', other = ''] = begun.flatMap(({ headers }) => headers.get('location') ?? []);
    expect((await fixture.send('DELETE', one)).status).toBe(204);
    const next = await fixture.create(STL.length);
    expect(next.status).toBe(201);
    expect((await fixture.patch(other, 0, STL)).status).toBe(204);
    // A finished asset is charged and no longer reserved.
    expect((await fixture.patch(next.headers.get('location') ?? '', 0, STL)).status).toBe(204);
    expect(await harness.db('open_uploads').where({ account_id: person.accountId })).toEqual([]);
  });

  it('end when their expired reservation is taken, and release it at once', async () => {
    const person = await harness.signUp('overtaken');
    const fixture = uploadFixture(harness, person);
    const account = harness.db('accounts').where({ id: person.accountId });
    const uploads = harness.db('open_uploads').where({ account_id: person.accountId });
    await account.clone().update({ storage_used: 2_000_000_000 - STL.length });
    const rested = (await fixture.create(STL.length)).headers.get('location') ?? '';
    expect((await fixture.patch(rested, 0, STL.subarray(0, 40))).status).toBe(204);
    expect((await fixture.create(1)).status).toBe(403);
    await uploads.clone().update({ touched_at: harness.db.raw(`now() - interval '61 minutes'`) });
    const taken = await fixture.create(STL.length);
    expect(taken.status).toBe(201);

    const refused = await fixture.patch(rested, 40, STL.subarray(40));
    expect([refused.status, JSON.parse(await refused.text()).description]).toEqual([
      403,
      'security.account.storage-full',
    ]);
    expect((await fixture.send('HEAD', rested)).status).toBe(404);
    expect(await left(rested)).toEqual([]);
    expect(await uploads.clone().select('size')).toEqual([{ size: STL.length }]);
    expect((await fixture.patch(taken.headers.get('location') ?? '', 0, STL)).status).toBe(204);
  });

  it('reserve space only briefly when the response to their creation was lost', async () => {
    const person = await harness.signUp('unheard');
    const fixture = uploadFixture(harness, person);
    const uploads = harness.db('open_uploads').where({ account_id: person.accountId });
    await harness
      .db('accounts')
      .where({ id: person.accountId })
      .update({ storage_used: 2_000_000_000 - STL.length });
    const begun = async () => (await fixture.create(STL.length)).status;
    const age = (minutes: number, ...columns: string[]) => {
      const ago = harness.db.raw(`now() - interval '${minutes} minutes'`);
      return uploads.clone().update(Object.fromEntries(columns.map((column) => [column, ago])));
    };
    const heard = (await fixture.create(STL.length)).headers.get('location') ?? '';
    expect(await begun()).toBe(403);
    await age(2, 'created_at', 'touched_at');
    expect((await fixture.patch(heard, 0, STL.subarray(0, 40))).status).toBe(204);
    expect(await begun(), 'it has been heard of').toBe(403);
    await fixture.send('DELETE', heard);
    expect(await begun()).toBe(201);
    await age(2, 'created_at', 'touched_at');
    expect(await begun()).toBe(201);
  });

  it('are kept when their quota cannot be checked and when they are already an asset', async () => {
    const person = await harness.signUp('asking');
    const fixture = uploadFixture(harness, person);
    const account = harness.db('accounts').where({ id: person.accountId });
    const path = (await fixture.create(STL.length)).headers.get('location') ?? '';
    expect((await fixture.patch(path, 0, STL.subarray(0, 40))).status).toBe(204);
    // The limits of such a plan are unknown.
    await account.clone().update({ plan: 'unheard-of' });
    expect((await fixture.patch(path, 40, STL.subarray(40))).status).toBe(500);
    await account.clone().update({ plan: 'free' });
    expect((await fixture.send('HEAD', path)).headers.get('upload-offset')).toBe('40');

    // The state after the response to the last piece was lost, before the received bytes are deleted.
    const body = multipartForm({ type: '2' }, ['file', 'tile.stl', STL]);
    const { json } = await harness.call('POST', '/api/assets/upload', { token: person.token, body });
    const open = await harness.db('open_uploads').where({ account_id: person.accountId }).first('id');
    await harness.db('assets').where({ id: json.uuid }).update({ upload_id: open.id });
    await account.clone().update({ storage_used: 2_000_000_000 });
    const last = await fixture.patch(path, 40, STL.subarray(40));
    expect([last.status, last.headers.get('x-asset-id')]).toEqual([204, json.uuid]);
  });

  it('are limited to ten of the largest per user, until one ends or is canceled', async () => {
    const eager = await harness.signUp('eager');
    await harness.db('accounts').where({ id: eager.accountId }).update({ plan: 'enterprise' });
    const begin = () =>
      send('POST', '/api/uploads', {
        token: eager.token,
        headers: {
          'upload-length': '300000000',
          'upload-metadata': metadata({ type: '2', filename: 'tile.stl' }),
        },
      });
    const begun = await Promise.all(Array.from({ length: 12 }, begin));
    expect(begun.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 429, 429]);
    expect((await create(STL.length)).status, 'others are not concerned').toBe(201);
    const path = begun.find(({ status }) => status === 201)?.headers.get('location') ?? '';
    expect((await send('DELETE', path, { token: eager.token })).status).toBe(204);
    expect((await begin()).status).toBe(201);
    const refused = await begin();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  });

  it('start by removing the files of a killed gateway, but not files in use', async () => {
    const folder = multipartFolder(harness.deps.env.dataDir);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'left'), 'a request that nobody answers any more');
    await writeFile(join(folder, 'fresh'), 'a request of another gateway');
    const hourAgo = Date.now() / 1000 - 3_600;
    await utimes(join(folder, 'left'), hourAgo, hourAgo);
    const { deps } = harness;
    const next = createResumableUploads({ ...deps, urls: createUrls(deps.env.publicUrl, deps.signer) });
    await expect.poll(() => readdir(folder)).toEqual(['fresh']);
    await next.close();
  });

  it('log no warning on a disk without uploads', async () => {
    const { env, logger, signer } = harness.deps;
    const warn = vi.spyOn(logger, 'warn');
    const fresh = { ...env, dataDir: await mkdtemp(join(env.dataDir, 'fresh-')) };
    const urls = createUrls(env.publicUrl, signer);
    await createResumableUploads({ ...harness.deps, env: fresh, urls }).close();
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  it('leave nothing behind after unsupported content', async () => {
    const html = Buffer.from('<!doctype html><script>alert(1)</script>');
    const created = await create(html.length, { type: '2', filename: 'model.glb' });
    const path = created.headers.get('location') ?? '';
    const answer = await patch(path, 0, html);
    expect([answer.status, JSON.parse(await answer.text()).description]).toEqual([415, 'upload.format']);
    expect((await send('HEAD', path)).status).toBe(404);
    expect(await left(path)).toEqual([]);
  });
});
