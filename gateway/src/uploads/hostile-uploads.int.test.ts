import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Person, useHarness } from '../test/harness.ts';
import { metadata, STL, uploadFixture } from './upload-fixture.ts';

const FIELDS = { type: '2', filename: 'tile.stl' };

describe('the upload endpoint with hostile or broken clients', () => {
  const harness = useHarness();
  let owner: Person;
  let fixture: ReturnType<typeof uploadFixture>;
  beforeAll(async () => {
    owner = await harness.signUp('owner');
    fixture = uploadFixture(harness, owner);
  });

  const code = async (answer: Response): Promise<unknown> => JSON.parse(await answer.text()).description;
  const begin = async (size: number, fields: Record<string, string> = FIELDS) =>
    (await fixture.create(size, fields)).headers.get('location') ?? '';
  const onDisk = () => readdir(join(harness.deps.env.dataDir, 'tmp', 'tus'));
  const used = async () =>
    (await harness.db('accounts').where({ id: owner.accountId }).first('storage_used')).storage_used;

  /** Opens a PATCH whose body the test sends later. */
  const openPatch = (path: string, { offset, length }: { offset: number; length?: number }) =>
    openWrite('PATCH', path, {
      'upload-offset': String(offset),
      ...(length === undefined ? {} : { 'content-length': String(length) }),
    });
  const openWrite = (method: 'POST' | 'PATCH', path: string, more: Record<string, string>) => {
    const headers = {
      'tus-resumable': '1.0.0',
      authorization: `Bearer ${owner.token}`,
      'content-type': 'application/offset+octet-stream',
      ...more,
    };
    const sent = request(harness.url + path, { method, headers });
    const status = new Promise<number | 'reset'>((resolve) => {
      sent.on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on('error', () => resolve('reset'));
    });
    return { sent, status };
  };

  it.each([['-1'], ['1e9'], ['0x10'], ['99999999999999999999'], ['1.5'], ['NaN'], [''], ['10, 20']])(
    'starts no upload for a length of "%s"',
    async (length) => {
      const answer = await fixture.send('POST', '/api/uploads', {
        headers: { 'upload-length': length, 'upload-metadata': metadata(FIELDS) },
      });
      expect([400, 413, 422]).toContain(answer.status);
      expect(await onDisk()).toEqual([]);
      expect(await harness.db('open_uploads')).toEqual([]);
    },
  );

  it.each([
    ['no key-value pairs', '===='],
    ['invalid Base64', 'type !!!!,filename ????'],
    ['a duplicate key', `type Mg==,type Mg==`],
    ['keys without values', 'type,filename'],
    ['a forged owner', metadata({ ...FIELDS, owner: '01900000-0000-7000-8000-000000000001' })],
    ['an unknown type', metadata({ ...FIELDS, type: '99' })],
    ['a NUL byte in a field', metadata({ ...FIELDS, account: '\0' })],
    ['prototype property names', metadata({ ...FIELDS, __proto__x: '1', constructor: 'x' })],
  ])('accepts or rejects metadata with %s without a server error', async (_name, text) => {
    const answer = await fixture.send('POST', '/api/uploads', {
      headers: { 'upload-length': '10', 'upload-metadata': text },
    });
    const body = await answer.text();
    expect(
      answer.status === 201 || [400, 404, 422].includes(answer.status),
      `${answer.status}: ${body}`,
    ).toBe(true);
    if (answer.status === 201) {
      // A claimed name does not change the owner.
      expect((await fixture.send('DELETE', answer.headers.get('location') ?? '')).status).toBe(204);
    }
    expect(await harness.db('open_uploads')).toEqual([]);
  });

  it.each([
    ['a path outside the folder', '..%2f..%2f..%2fetc%2fpasswd'],
    ['a NUL', '%00'],
    ['invalid UTF-8', '%ff'],
    ['a file next to an upload', `${'a'.repeat(32)}.json`],
    ['a name of thousands of characters', 'a'.repeat(5_000)],
    ['a path in the uploads folder of the store', `uploads%2f${'a'.repeat(32)}`],
  ])('finds no upload for %s', async (_name, name) => {
    const path = `/api/uploads/${name}`;
    for (const method of ['HEAD', 'PATCH', 'DELETE', 'GET']) {
      const headers = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
      const answer = await fixture.send(method, path, method === 'PATCH' ? { headers, body: STL } : {});
      expect([400, 404], `${method} ${answer.status}`).toContain(answer.status);
    }
  });

  it('rejects wrong offsets without a change to the upload', async () => {
    const path = await begin(STL.length);
    expect((await fixture.patch(path, 0, STL.subarray(0, 20))).status).toBe(204);
    for (const offset of ['0', '19', '21', '-1', '1e1', '99999999999', 'NaN']) {
      const answer = await fixture.send('PATCH', path, {
        headers: { 'upload-offset': offset, 'content-type': 'application/offset+octet-stream' },
        body: STL.subarray(20),
      });
      expect([400, 409], offset).toContain(answer.status);
    }
    expect((await fixture.send('HEAD', path)).headers.get('upload-offset')).toBe('20');
    expect((await fixture.send('DELETE', path)).status).toBe(204);
  });

  it('rejects more bytes than announced, with and without a length', async () => {
    const path = await begin(STL.length);
    const more = Buffer.concat([STL, STL]);
    const refused = await fixture.patch(path, 0, more);
    expect([refused.status, await code(refused)]).toEqual([413, 'upload.too-large']);
    const chunked = openPatch(path, { offset: 0 });
    chunked.sent.end(more);
    expect([413, 'reset']).toContain(await chunked.status);
    const offset = Number((await fixture.send('HEAD', path)).headers.get('upload-offset'));
    expect(offset).toBeLessThanOrEqual(STL.length);
    expect((await harness.db('assets').where({ account_id: owner.accountId })).length).toBe(0);
    expect((await fixture.send('DELETE', path)).status).toBe(204);
  });

  it('lets one of several concurrent writers finish, with a whole file', async () => {
    const path = await begin(STL.length);
    const stuck = openPatch(path, { offset: 0, length: STL.length });
    stuck.sent.write(STL.subarray(0, 10));
    await expect.poll(async () => (await harness.db('open_uploads').first())?.writer).toBeTruthy();
    // Another tab, or the same one after its network returned while the old connection hangs.
    const offset = Number((await fixture.send('HEAD', path)).headers.get('upload-offset'));
    expect(offset).toBe(10);
    const both = await Promise.all([
      fixture.patch(path, 10, STL.subarray(10)),
      fixture.patch(path, 10, STL.subarray(10)),
    ]);
    const [won, lost] = both.map(({ status }) => status).toSorted();
    expect(won).toBe(204);
    // It finds the upload complete, or already an asset.
    expect([404, 409]).toContain(lost);
    stuck.sent.destroy();
    await stuck.status;
    const assets = await harness.db('assets').where({ account_id: owner.accountId });
    expect(assets.map(({ size }) => size)).toEqual([STL.length]);
    expect(await onDisk()).toEqual([]);
    expect(await used()).toBe(STL.length);
  });

  it('accepts at most six concurrent writes per user, without limiting others', async () => {
    const paths: string[] = [];
    for (let i = 0; i < 7; i += 1) {
      paths.push(await begin(STL.length));
    }
    const [last = '', ...others] = paths;
    const open = others.map((path) => openPatch(path, { offset: 0, length: STL.length }));
    for (const { sent } of open) {
      sent.write(STL.subarray(0, 10));
    }
    const writers = () => harness.db('open_uploads').whereNotNull('writer');
    await expect.poll(async () => (await writers()).length).toBe(6);
    const refused = await fixture.patch(last, 0, STL);
    expect([refused.status, refused.headers.get('retry-after'), await code(refused)]).toEqual([
      429,
      '2',
      'request.too-many',
    ]);
    const stranger = await harness.signUp('stranger');
    const theirs = uploadFixture(harness, stranger);
    const path = (await theirs.create(STL.length)).headers.get('location') ?? '';
    expect((await theirs.patch(path, 0, STL)).status).toBe(204);
    open[0]?.sent.destroy();
    await expect.poll(async () => (await fixture.patch(last, 0, STL)).status).toBe(204);
    for (const { sent, status } of open) {
      sent.destroy();
      await status;
    }
    await expect.poll(async () => (await writers()).length).toBe(0);
    for (const other of others) {
      expect((await fixture.send('DELETE', other)).status).toBe(204);
    }
    expect(await onDisk()).toEqual([]);
  });

  it('counts bytes that are sent with the creation as a write', async () => {
    const open = Array.from({ length: 6 }, () =>
      openWrite('POST', '/api/uploads', {
        'upload-length': String(STL.length),
        'upload-metadata': metadata(FIELDS),
        'content-length': String(STL.length),
      }),
    );
    for (const { sent } of open) {
      sent.write(STL.subarray(0, 10));
    }
    const writers = () => harness.db('open_uploads').whereNotNull('writer');
    await expect.poll(async () => (await writers()).length).toBe(6);
    const path = await begin(STL.length);
    expect((await fixture.patch(path, 0, STL)).status).toBe(429);
    for (const { sent, status } of open) {
      sent.destroy();
      await status;
    }
    await expect.poll(async () => (await fixture.patch(path, 0, STL)).status).toBe(204);
    for (const { id } of await harness.db('open_uploads').select('id')) {
      await expect.poll(async () => (await fixture.send('DELETE', `/api/uploads/${id}`)).status).toBe(204);
    }
  });

  it('frees the places of clients that disconnect, any number of times', async () => {
    const path = await begin(STL.length);
    for (let i = 0; i < 20; i += 1) {
      const gone = openPatch(await begin(STL.length), { offset: 0, length: STL.length });
      // Bytes that the system has accepted reach the gateway, also after the connection breaks.
      await new Promise((resolve) => gone.sent.write(STL.subarray(0, 1), resolve));
      gone.sent.destroy();
      await gone.status;
    }
    await expect.poll(async () => (await fixture.patch(path, 0, STL)).status).toBe(204);
    const others = await harness.db('open_uploads').select('id');
    for (const { id } of others) {
      expect((await fixture.send('DELETE', `/api/uploads/${id}`)).status).toBe(204);
    }
  });

  it('ends a PATCH on a concurrent DELETE and keeps nothing', async () => {
    const path = await begin(STL.length);
    const patching = openPatch(path, { offset: 0, length: STL.length });
    patching.sent.write(STL.subarray(0, 10));
    await expect.poll(async () => (await harness.db('open_uploads').first())?.writer).toBeTruthy();
    expect((await fixture.send('DELETE', path)).status).toBe(204);
    patching.sent.end(STL.subarray(10));
    await patching.status;
    expect((await fixture.send('HEAD', path)).status).toBe(404);
    expect(await onDisk()).toEqual([]);
    expect(await harness.db('open_uploads')).toEqual([]);
  });

  it('frees the upload of a killed gateway after a few seconds, and not before', async () => {
    const path = await begin(STL.length);
    const writer = { writer: '01900000-0000-7000-8000-00000000dead' };
    const until = (seconds: number) => ({
      ...writer,
      writer_until: harness.db.raw(`now() + make_interval(secs => ?)`, [seconds]),
    });
    await harness.db('open_uploads').update(until(1.5));
    const began = performance.now();
    expect((await fixture.patch(path, 0, STL)).status).toBe(204);
    expect(performance.now() - began).toBeGreaterThan(1_000);
  });

  it.each([
    ['an SVG named as a PNG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', '3', 'a.png'],
    ['an HTML page named as a GLB', '<!doctype html><script>alert(1)</script>', '2', 'model.glb'],
    ['a shell script', '#!/bin/sh\nrm -rf /', '2', 'model.obj.sh'],
    ['a PNG uploaded as a model', '\x89PNG\r\n\x1a\n', '2', 'model.glb'],
  ])('rejects %s by its content and keeps nothing of it', async (_name, text, type, filename) => {
    const before = await used();
    const body = Buffer.from(text, 'latin1');
    const path = await begin(body.length, { type, filename });
    const answer = await fixture.patch(path, 0, body);
    expect([answer.status, await code(answer)]).toEqual([415, 'upload.format']);
    expect(await onDisk()).toEqual([]);
    expect(await used()).toBe(before);
  });

  it('sanitizes names with paths, emoji and hundreds of letters', async () => {
    const names = [
      '../../../etc/passwd',
      'C:\\Users\\me\\sofa.stl',
      `🛋️ ${'x'.repeat(300)}.stl`,
      '\u202Elts.exe',
    ];
    for (const [i, filename] of names.entries()) {
      const body = Buffer.concat([STL, Buffer.from(' '.repeat(i + 1))]);
      const path = await begin(body.length, { type: '2', filename });
      expect((await fixture.patch(path, 0, body)).status).toBe(204);
      const { name } = JSON.parse(await (await fixture.send('GET', path)).text());
      expect(name).not.toMatch(/[/\\\u202E]/);
      expect(name.length).toBeLessThanOrEqual(200);
      expect(name).not.toBe('');
    }
  });

  it('does not expose an internal error', async () => {
    const file = Buffer.concat([STL, Buffer.from('nobody has this yet')]);
    const path = await begin(file.length);
    const { put } = harness.deps.store;
    harness.deps.store.put = () => Promise.reject(new Error('ENOSPC: no space left on /secret/disk'));
    const answer = await fixture.patch(path, 0, file);
    harness.deps.store.put = put;
    const body = await answer.text();
    expect(answer.status).toBe(500);
    expect(body).not.toContain('secret');
    expect(JSON.parse(body)).toMatchObject({ description: 'server.failed' });
    // The received bytes are kept, and become an asset when there is space again.
    expect(JSON.parse(await (await fixture.send('GET', path)).text())).toMatchObject({ size: file.length });
  });
});
