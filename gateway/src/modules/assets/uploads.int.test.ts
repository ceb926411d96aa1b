import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { LARGE_BYTES } from '@diorama/shared/domain/import-queue.ts';
import { discardObject, storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { recountStorage } from '@diorama/shared/server/storage/storage.queries.ts';
import { emptyGlb, ONE_PIXEL } from '@diorama/stack/test/tiny-files.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Person, useHarness } from '../../test/harness.ts';
import { multipartForm } from '../../test/multipart-form.ts';

describe('uploads', () => {
  const harness = useHarness();
  let owner: Person;
  let count = 0;
  beforeEach(async () => {
    count += 1;
    owner = await harness.signUp(`sender${count}`);
  });

  const upload = (
    content: Buffer,
    name = 'model.glb',
    fields: Record<string, string> = {},
    token = owner.token,
  ) => {
    const form = multipartForm({ type: '2', ...fields }, ['file', name, content]);
    return harness.call('POST', '/api/assets/upload', { token, body: form });
  };
  /** The keys of what the workspace has in the store. */
  const kept = async () => {
    const keys: string[] = [];
    for await (const { key } of harness.deps.store.list(`${owner.accountId}/`)) {
      keys.push(key);
    }
    return keys;
  };
  const used = async () => {
    const { text } = await harness.call('GET', `/api/accounts/${owner.accountId}`, { token: owner.token });
    return JSON.parse(text).storage.used;
  };

  /**
   * Sends a multipart body over a socket in pieces of a size, at once or after the server has begun to read.
   */
  const uploadChunks = (request: { body: Buffer; boundary: string; size: number; waitsForParser: boolean }) =>
    new Promise<number>((resolve, reject) => {
      const { body, boundary, size, waitsForParser } = request;
      const { hostname, port } = new URL(harness.url);
      const socket = connect(Number(port), hostname);
      socket.setNoDelay(true);
      socket.on('error', reject);
      socket.on('data', (data) => {
        resolve(Number(data.toString().split(' ')[1]));
        socket.destroy();
      });
      socket.write(
        `POST /api/assets/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.token}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${body.length}\r\n\r\n`,
      );
      setTimeout(
        () => {
          for (let at = 0; at < body.length; at += size) {
            socket.write(body.subarray(at, at + size));
          }
        },
        waitsForParser ? 60 : 0,
      );
    });

  it('return at once, queue the import and serve the original', async () => {
    const content = emptyGlb('first');
    const { status, json } = await upload(content, 'C:\\models\\Über stuhl.glb');
    expect(status).toBe(201);
    expect(json).toMatchObject({
      '@type': 'Asset',
      type: 2,
      status: 'uploaded',
      progress: 0,
      position: 1,
      name: 'Über stuhl.glb',
      size: content.length,
      url: null,
      error: null,
      report: null,
    });
    expect(await harness.events('asset.uploaded')).toContainEqual({ assetId: json.uuid });
    const file = await fetch(String(json.originalUrl).replace(/^http:\/\/[^/]+/, harness.url));
    expect(Buffer.from(await file.arrayBuffer())).toEqual(content);
    expect(file.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('serve a file with a hostile name with safe headers at any address', async () => {
    const content = emptyGlb('hostile');
    const name = `a";x='(*)\r\nSet-Cookie: a=b<script>alert(1)</script>.html`;
    const { json } = await upload(content, `${name}.glb`);
    const address = new URL(String(json.originalUrl));
    for (const last of [address.pathname.split('/').at(-1), encodeURIComponent(name)]) {
      const path = address.pathname.replace(/[^/]+$/, `${last}`);
      const { headers } = await fetch(harness.url + path + address.search);
      expect(headers.get('content-disposition')).toMatch(/^inline; filename\*=UTF-8''[A-Za-z0-9%._~-]+$/);
      expect(headers.get('content-type')).toBe('model/gltf-binary');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('set-cookie')).toBeNull();
    }
  });

  it('queue several files of a user behind the single file of another', async () => {
    const other = await harness.signUp(`other${count}`);
    const ids: unknown[] = [];
    for (const name of ['one', 'two', 'three']) {
      ids.push((await upload(emptyGlb(name))).json.uuid);
    }
    const { json: single } = await upload(emptyGlb('single'), 'single.glb', {}, other.token);
    const turns = (await harness.events('asset.uploaded')).filter((payload) =>
      [...ids, single.uuid].includes((payload as { assetId: string }).assetId),
    );
    expect(turns).toEqual([
      { assetId: ids[0] },
      { assetId: ids[1], turn: 1 },
      { assetId: ids[2], turn: 2 },
      { assetId: single.uuid },
    ]);
    const positionOf = async (id: unknown, { token }: Person) =>
      Number((await harness.call('GET', `/api/assets/${id}`, { token })).json.position);
    const own = await positionOf(single.uuid, other);
    expect(own).toBeLessThan(await positionOf(ids[1], owner));
    expect(own).toBeGreaterThan(await positionOf(ids[0], owner));
    // Large files wait where only they are, and so before none of the others.
    await harness
      .db('assets')
      .where({ id: String(ids[0]) })
      .update({ size: LARGE_BYTES });
    expect(await positionOf(single.uuid, other)).toBe(own - 1);
  });

  it('count each content once per workspace, to the byte', async () => {
    const [a, b] = [emptyGlb('a'), emptyGlb('another one')];
    await upload(a);
    expect(await used()).toBe(a.length);
    await upload(a, 'again.glb');
    expect(await used()).toBe(a.length);
    await upload(b);
    expect(await used()).toBe(a.length + b.length);
    await harness.db('accounts').where({ id: owner.accountId }).update({ storage_used: 12 });
    const recount = () => harness.db.transaction((trx) => recountStorage(trx, owner.accountId));
    expect(await recount()).toEqual({ used: a.length + b.length, corrected: a.length + b.length - 12 });
    expect(await recount()).toMatchObject({ corrected: 0 });
  });

  it('accept exactly one of twenty concurrent files when there is room for one', async () => {
    const room = emptyGlb('size 00').length;
    await harness
      .db('accounts')
      .where({ id: owner.accountId })
      .update({ storage_used: 2_000_000_000 - room });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => upload(emptyGlb(`size ${String(at).padStart(2, '0')}`))),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    const refused = answers.filter((answer) => answer.status === 403);
    expect(refused).toHaveLength(19);
    expect(refused[0]?.json.description).toBe('security.account.storage-full');
    expect(await used()).toBe(2_000_000_000);
    expect(await kept(), 'what was refused is not kept').toHaveLength(1);
    expect((await harness.db('objects').where({ account_id: owner.accountId })).length).toBe(1);
  });

  it('check the quota before storing, and accept stored content when the quota is full', async () => {
    const here = emptyGlb('here');
    await upload(here);
    await harness.db('accounts').where({ id: owner.accountId }).update({ storage_used: 2_000_000_000 });
    const put = vi.spyOn(harness.deps.store, 'put');
    const refused = await upload(emptyGlb('one too many'));
    expect([refused.status, refused.json.description]).toEqual([403, 'security.account.storage-full']);
    expect(put).not.toHaveBeenCalled();
    put.mockRestore();
    expect((await upload(here, 'again.glb')).status).toBe(201);
    expect(await kept()).toHaveLength(1);
  });

  it('keep discarded content that another upload holds', async () => {
    const { db, store } = harness.deps;
    const body = Buffer.from('wanted twice');
    const object = { accountId: owner.accountId, body, contentType: 'text/plain' };
    const first = await storeObject({ db, store }, object);
    const second = await storeObject({ db, store }, object);
    await discardObject({ db, store }, first);
    expect(await kept()).toHaveLength(1);
    await discardObject({ db, store }, second);
    expect(await kept()).toEqual([]);
  });

  it('reject files that are empty, too large, mislabeled or not for this use', async () => {
    const html = Buffer.from('<!doctype html><script>alert(1)</script>');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    const refusals = [
      [await upload(Buffer.alloc(0)), 422, 'upload.empty'],
      [await upload(html, 'model.glb'), 415, 'upload.format'],
      [await upload(html, 'picture.png', { type: '3' }), 415, 'upload.format'],
      [await upload(svg, 'picture.png', { type: '3' }), 415, 'upload.format'],
      [await upload(emptyGlb('x'), 'picture.png', { type: '0' }), 415, 'upload.format'],
      [await upload(Buffer.from('BLENDER-v401'), 'chair.glb'), 415, 'upload.blend'],
      [await upload(Buffer.from("ISO-10303-21;\nFILE_SCHEMA(('IFC4'));"), 'house.fbx'), 415, 'upload.ifc'],
      [await upload(ONE_PIXEL, 'a.png', { type: '5' }), 422, 'request.invalid'],
      [await upload(ONE_PIXEL, 'a.png', { type: 'x' }), 422, 'request.invalid'],
    ] as const;
    for (const [answer, status, code] of refusals) {
      expect([answer.status, answer.json.description]).toEqual([status, code]);
    }
    expect((await upload(ONE_PIXEL, 'a.png', { type: '3' })).status).toBe(201);
    const large = Buffer.concat([ONE_PIXEL, Buffer.alloc(5_000_001)]);
    const small: Record<string, string>[] = [{ type: '3', uploadType: 'annotation' }, { type: '11' }];
    for (const fields of small) {
      const { status, json } = await upload(large, 'a.png', fields);
      expect([status, json.description, json.title]).toEqual([
        413,
        'upload.too-large',
        'Your image exceeds the 5MB limit',
      ]);
    }
    expect((await upload(large, 'a.png', { type: '3' })).status).toBe(201);
    const noFile = await harness.call('POST', '/api/assets/upload', {
      token: owner.token,
      body: multipartForm({}),
    });
    expect(noFile.status).toBe(422);
  });

  it('accept each format only for its asset types', async () => {
    const text = (content: string) => Buffer.from(content);
    const tga = Buffer.from([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0, 9, 9, 9]);
    const avif = Buffer.from('\0\0\0\x1cftypavif\0\0\0\0mif1miaf', 'latin1');
    const ttc = Buffer.from('ttcf\0\x02\0\0\0\0\0\x01', 'latin1');
    const cases = [
      [text('ply\nformat ascii 1.0\nend_header\n'), { type: '2' }, 201],
      [text('<?xml version="1.0"?><COLLADA version="1.4.1"/>'), { type: '2' }, 201],
      [text('#usda 1.0\n'), { type: '2' }, 201],
      [text('PXR-USDC\0\b'), { type: '2' }, 201],
      [tga, { type: '0' }, 201],
      [tga, { type: '3' }, 201],
      [tga, { type: '2' }, 415],
      [tga, { type: '0', uploadType: 'annotation' }, 415],
      [avif, { type: '0' }, 201],
      [avif, { type: '8' }, 415],
      [text('#usda 1.0\n'), { type: '0' }, 415],
      [ttc, { type: '10' }, 415],
    ] as const;
    for (const [bytes, fields, status] of cases) {
      expect((await upload(bytes, 'file', fields)).status, JSON.stringify([String(bytes), fields])).toBe(
        status,
      );
    }
  });

  it('reject an oversized body by its announced length', async () => {
    const answer = await new Promise<number>((resolve, reject) => {
      const { hostname, port } = new URL(harness.url);
      const socket = connect(Number(port), hostname);
      socket.on('error', reject);
      socket.on('data', (data) => {
        resolve(Number(data.toString().split(' ')[1]));
        socket.destroy();
      });
      socket.write(
        `POST /api/assets/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000000\r\n\r\n`,
      );
    });
    expect(answer).toBe(413);
  });

  it('accept a file with any chunking of its bytes', async () => {
    const file = Buffer.concat([
      Buffer.from('solid cut\nfacet normal 0 0 1\n'),
      Buffer.alloc(105_000, 'vertex 0 0 1\n'),
    ]);
    const boundary = '------------------------0123456789abcdef';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="type"\r\n\r\n2\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="cut.stl"\r\n\r\n`;
    const tail = `\r\n--${boundary}--\r\n`;
    const body = Buffer.concat([Buffer.from(head), file, Buffer.from(tail)]);
    const cuts = [
      body.length,
      65_536,
      65_000,
      4_096,
      body.length - tail.length,
      body.length - 2,
      head.length,
      50_001,
    ];
    for (const [at, size] of cuts.entries()) {
      const status = await uploadChunks({ body, boundary, size, waitsForParser: at % 2 === 0 });
      expect(status, `pieces of ${size}`).toBe(201);
    }
  });

  it('charge the workspace of the scene and are allowed only to its editors', async () => {
    const stranger = await harness.signUp(`stranger${count}`);
    const { json: scene } = await harness.call('POST', '/api/compositions', { token: owner.token, body: {} });
    const fields = { composition: String(scene.uuid) };
    expect((await upload(emptyGlb('theirs'), 'm.glb', fields, stranger.token)).status).toBe(404);
    await harness
      .db('composition_members')
      .insert({ composition_id: scene.uuid, user_id: stranger.userId, role: 1 });
    expect((await upload(emptyGlb('theirs'), 'm.glb', fields, stranger.token)).status).toBe(403);
    await harness.db('composition_members').where({ composition_id: scene.uuid }).update({ role: 0 });
    const { json: asset } = await upload(emptyGlb('theirs'), 'm.glb', fields, stranger.token);
    expect(asset.account).toBe(`/api/accounts/${owner.accountId}`);
    expect(await used()).toBe(emptyGlb('theirs').length);
    const outsider = await harness.signUp(`outsider${count}`);
    const see = async (token: string) =>
      (await harness.call('GET', `/api/assets/${asset.uuid}`, { token })).status;
    expect([await see(owner.token), await see(stranger.token), await see(outsider.token)]).toEqual([
      200, 200, 404,
    ]);
  });

  it('leave no temporary file behind', async () => {
    await upload(emptyGlb('tidy'));
    await upload(Buffer.from('nothing'), 'x.glb');
    await expect.poll(() => readdir(join(harness.deps.env.dataDir, 'tmp', 'uploads'))).toEqual([]);
  });

  it('are served in ranges, only by signed address and only for minutes', async () => {
    const content = emptyGlb('ranged');
    const { json } = await upload(content);
    const url = String(json.originalUrl).replace(/^http:\/\/[^/]+/, harness.url);
    const get = (address: string, headers: Record<string, string> = {}) => fetch(address, { headers });
    const part = await get(url, { range: 'bytes=2-5' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 2-5/${content.length}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(content.subarray(2, 6));
    const tail = await get(url, { range: 'bytes=-4' });
    expect(Buffer.from(await tail.arrayBuffer())).toEqual(content.subarray(-4));
    expect((await get(url, { range: `bytes=${content.length}-` })).status).toBe(416);
    expect((await get(url, { 'if-none-match': part.headers.get('etag') ?? '' })).status).toBe(304);
    expect((await get(url.replace(/\?.*/, ''))).status).toBe(404);
    expect((await get(url.replace(/s=.{4}/, 's=AAAA'))).status).toBe(404);
    expect((await get(`${harness.url}/files/nothing/x`)).status).toBe(404);
    harness.clock.advance(11 * 60_000);
    expect((await get(url)).status).toBe(404);
    harness.clock.set(new Date());
  });

  it.each([
    ['a panorama', '9', '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 2\n', 201],
    ['a font', '10', 'OTTO\0\0\0\0', 201],
    ['a font declared as a panorama', '9', 'OTTO\0\0\0\0', 415],
    ['a panorama declared as a font', '10', '#?RADIANCE\n', 415],
    ['a panorama declared as a texture', '0', '#?RADIANCE\n', 415],
    ['a web page declared as a font', '10', '<!doctype html>', 415],
  ])('classify %s by its first bytes alone', async (_what, type, content, status) => {
    const { status: answered } = await upload(Buffer.from(content, 'latin1'), 'sky.hdr', { type });
    expect(answered).toBe(status);
  });
});
