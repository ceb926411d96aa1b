import { readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { canBeFull, FULL, fillDisk, makeRoom } from '@diorama/stack/test/full-disk.ts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Person, useHarness } from '../test/harness.ts';
import { multipartForm } from '../test/multipart-form.ts';
import { uploadFixture } from './upload-fixture.ts';

const isHere = canBeFull('uploads to a full disk');

describe.skipIf(!isHere)('an upload to a full disk', () => {
  const harness = useHarness();
  let owner: Person;
  let fixture: ReturnType<typeof uploadFixture>;
  beforeAll(async () => {
    owner = await harness.signUp('owner');
    fixture = uploadFixture(harness, owner);
    // Makes its folders.
    await harness.deps.store.health();
  });
  afterEach(makeRoom);

  const folder = (...names: string[]) => join(harness.deps.env.dataDir, ...names);
  const used = async () =>
    (await harness.db('accounts').where({ id: owner.accountId }).first('storage_used')).storage_used;
  const assets = () => harness.db('assets').where({ account_id: owner.accountId });

  const stl = (name: string) =>
    Buffer.from(
      `solid ${name}\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n`,
    );
  const send = (content: Buffer, language: string) => {
    const body = multipartForm({ type: '2' }, ['file', 'tile.stl', content]);
    const headers = { 'accept-language': language };
    return harness.call('POST', '/api/assets/upload', { token: owner.token, body, headers });
  };
  const stored = async (assetId: unknown) => {
    const row = await harness.db('assets').where({ id: assetId }).first('original_object');
    const object = await harness.db('objects').where({ id: row.original_object }).first('key');
    return buffer((await harness.deps.store.get(object.key)).stream);
  };

  it('in one request is refused with 503 and accepted when there is space', async () => {
    const [before, count] = [await used(), (await assets()).length];
    const content = stl('gathers');
    fillDisk(folder('tmp', 'uploads'));
    for (const [language, title] of [
      ['en', 'The service is not available'],
      ['es', 'El servicio no está disponible'],
    ] as const) {
      const refused = await send(content, language);
      expect([refused.status, refused.json.description]).toEqual([503, 'server.unavailable']);
      expect(refused.json.title).toContain(title);
    }
    expect(await readdir(folder('tmp', 'uploads'))).toEqual([]);
    expect(await readdir(folder('objects', 'tmp'))).toEqual([]);
    expect([await used(), (await assets()).length]).toEqual([before, count]);
    makeRoom();
    const taken = await send(content, 'en');
    expect(taken.status).toBe(201);
    expect((await stored(taken.json.uuid)).equals(content)).toBe(true);
    expect(await used()).toBe(before + content.length);
  });

  it('in one request is stored by a rename, which needs no space', async () => {
    const content = stl('moved');
    fillDisk(folder('objects'));
    const taken = await send(content, 'en');
    expect(taken.status).toBe(201);
    expect((await stored(taken.json.uuid)).equals(content)).toBe(true);
    expect(await readdir(folder('tmp', 'uploads'))).toEqual([]);
    expect(await readdir(folder('objects', 'tmp'))).toEqual([]);
  });

  it('in pieces keeps its offset and continues when there is space', async () => {
    const before = await used();
    const content = stl('in pieces');
    const path = (await fixture.create(content.length)).headers.get('location') ?? '';
    expect((await fixture.patch(path, 0, content.subarray(0, 40))).status).toBe(204);
    const file = folder('tmp', 'tus', path.split('/').at(-1) ?? '');
    await rename(file, `${file}-kept`);
    await symlink(FULL, file);
    const refused = await fixture.patch(path, 0, content);
    expect([refused.status, (await refused.json()).description]).toEqual([503, 'server.unavailable']);
    await rm(file);
    await rename(`${file}-kept`, file);
    expect((await fixture.send('HEAD', path)).headers.get('upload-offset')).toBe('40');
    expect(await used()).toBe(before);
    const last = await fixture.patch(path, 40, content.subarray(40));
    expect((await stored(last.headers.get('x-asset-id'))).equals(content)).toBe(true);
    expect(await used()).toBe(before + content.length);
    expect(await readdir(folder('tmp', 'tus'))).toEqual([]);
  });

  it('that arrived completely is kept and stored when there is space', async () => {
    const [before, count] = [await used(), (await assets()).length];
    const content = stl('whole');
    const path = (await fixture.create(content.length)).headers.get('location') ?? '';
    fillDisk(folder('objects', 'tmp'));
    const refused = await fixture.patch(path, 0, content);
    expect([refused.status, (await refused.json()).description]).toEqual([503, 'server.unavailable']);
    expect(await readdir(folder('objects', 'tmp'))).toEqual([]);
    expect([await used(), (await assets()).length]).toEqual([before, count]);
    makeRoom();
    const asset = await (await fixture.send('GET', path)).json();
    expect((await stored(asset.uuid)).equals(content)).toBe(true);
    expect(await used()).toBe(before + content.length);
    expect(await readdir(folder('tmp', 'tus'))).toEqual([]);
  });

  it('that cannot start leaves no open upload', async () => {
    await rename(folder('tmp', 'tus'), folder('tmp', 'tus-kept'));
    await writeFile(folder('tmp', 'tus'), 'no folder any more');
    const refused = await fixture.create(100);
    expect([500, 503]).toContain(refused.status);
    expect(await harness.db('open_uploads')).toEqual([]);
    await rm(folder('tmp', 'tus'));
    await rename(folder('tmp', 'tus-kept'), folder('tmp', 'tus'));
  });
});
