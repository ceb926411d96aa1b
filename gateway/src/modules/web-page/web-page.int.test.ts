import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { unzipSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import { publishScene, useDraft } from '../../test/published.ts';
import { recordStatements } from '../../test/statements.ts';

const draft = useDraft();

const addressOf = async () =>
  draft.local((await draft.fixture.call('GET', `/api/compositions/${draft.id}/output`)).json.webPage);

async function download(address: string) {
  const response = await fetch(address);
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(response.headers.get('content-length')).toBe(String(bytes.length));
  const files = unzipSync(bytes);
  return { files, text: (name: string) => Buffer.from(files[name] ?? []).toString() };
}

/** Gives the workspace a mark, as after its import. */
async function addMark(plan: string): Promise<string> {
  const { harness, owner } = draft.fixture;
  const accountId = owner.accountId;
  const body = Buffer.from('mark');
  const object = await storeObject(harness.deps, { accountId, body, contentType: 'image/webp' });
  const [asset] = await harness
    .db('assets')
    .insert({
      id: harness.db.raw('gen_random_uuid()'),
      account_id: accountId,
      type: 8,
      name: 'mark.webp',
      size: 4,
      status: 'ready',
      main_object: object.id,
    })
    .returning('id');
  await harness.db('accounts').where({ id: accountId }).update({ plan, watermark_asset: asset.id });
  return object.id;
}

/** Stores a model with its two files, as after its import. @returns its id */
async function addModel(name: string): Promise<string> {
  const { harness, owner } = draft.fixture;
  const accountId = owner.accountId;
  const store = async (text: string) => {
    const contentType = 'model/gltf-binary';
    return (await storeObject(harness.deps, { accountId, body: Buffer.from(text), contentType })).id;
  };
  const [asset] = await harness
    .db('assets')
    .insert({
      id: harness.db.raw('gen_random_uuid()'),
      account_id: accountId,
      type: 1,
      name,
      size: name.length,
      status: 'ready',
      main_object: await store(name),
      mobile_object: await store(`mobile ${name}`),
    })
    .returning('id');
  return asset.id;
}

describe('the web page archive of a published scene', () => {
  it('contains all files under relative names', async () => {
    const library = { item: '01900000-0000-7000-8000-00000000aaaa', version: 1 };
    const document = { nodes: { chair: { kind: 'component', props: { library } } } };
    const { harness, owner } = draft.fixture;
    const put = await harness.call('PUT', `/api/compositions/${draft.id}/document`, {
      token: owner.token,
      headers: { 'if-match': '0' },
      body: { document },
    });
    expect(put.status).toBe(200);
    await draft.patch({ status: 'published', privacy: 'public', description: '"Oak"' });
    await draft.complete();
    const { files, text } = await download(await addressOf());
    expect(text('index.html')).toContain('<title>Chair &#60;b&#62;</title>');
    expect(text('index.html')).toContain('src="code/page.js"');
    expect(text('index.html')).not.toMatch(/(src|href)="[/]/);
    const data = JSON.parse(text('scene.json'));
    // Visitors learn nothing of the library of the workspace.
    expect(data.document.nodes.chair.props).toEqual({ library: null });
    for (const name of [data.thumbnail, data.output.glb, data.output.glbAr, data.output.usdz]) {
      expect(Object.keys(files)).toContain(name);
    }
    expect(data.output.usdz).toMatch(/\.usdz$/);
    expect(data.standalone.mark.text).toBe('Diorama');
    expect(data.watermark).toBeNull();
  });

  it('needs the same statements for many files and does not parse a large document', async () => {
    const { harness, owner } = draft.fixture;
    await draft.patch({ status: 'published', privacy: 'public' });
    await draft.complete();
    const small = await addressOf();
    const id = await publishScene(harness, owner);
    const nodes = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, at) => [`box-${at}`, { kind: 'box', name: 'x'.repeat(80) }]),
    );
    const assets = await Promise.all(Array.from({ length: 10 }, (_, at) => addModel(`model ${at}`)));
    await harness
      .db('scene_outputs')
      .where({ composition_id: id })
      .update({ document: JSON.stringify({ nodes }), asset_ids: assets });
    const { json } = await draft.fixture.call('GET', `/api/compositions/${id}/output`);
    const large = draft.local(json.webPage);
    const ofSmall = await recordStatements(() => download(small));
    const parse = vi.spyOn(JSON, 'parse');
    const ofLarge = await recordStatements(() => download(large));
    const lengths = parse.mock.calls.map(([text]) => String(text).length);
    parse.mockRestore();
    expect(Math.max(0, ...lengths)).toBeLessThan(100_000);
    // Other gateways learn of the charge for a large document, at any time.
    const texts = ({ statements }: typeof ofSmall) =>
      statements.map(({ text }) => text).filter((text) => !text.includes('pg_notify'));
    expect(texts(ofLarge)).toEqual(texts(ofSmall));
    const data = JSON.parse(ofLarge.result.text('scene.json'));
    expect(Object.keys(data.document.nodes)).toHaveLength(2_000);
    expect(Object.keys(data.assets)).toHaveLength(assets.length);
    for (const { url, mobileUrl } of Object.values<{ url: string; mobileUrl: string }>(data.assets)) {
      expect(Object.keys(ofLarge.result.files)).toEqual(expect.arrayContaining([url, mobileUrl]));
    }
  });

  it('has the workspace’s watermark on a paid plan, and the product’s on Free', async () => {
    await draft.patch({ status: 'published', privacy: 'password', password: 'secret word' });
    await draft.complete();
    const object = await addMark('starter');
    const paid = JSON.parse((await download(await addressOf())).text('scene.json'));
    expect([paid.watermark, paid.standalone.mark]).toEqual([`files/${object}.webp`, null]);
    await draft.fixture.harness.db('accounts').update({ plan: 'free' });
    const free = JSON.parse((await download(await addressOf())).text('scene.json'));
    expect([free.watermark, free.standalone.mark.text]).toEqual([null, 'Diorama']);
  });

  it('is refused with a wrong address and after the publication has ended', async () => {
    await draft.patch({ status: 'published', privacy: 'public' });
    await draft.complete();
    const address = await addressOf();
    expect((await fetch(address.replace(/s=.*/, 's=wrong'))).status).toBe(422);
    await draft.patch({ status: 'draft' });
    expect((await fetch(address)).status).toBe(422);
    const { json } = await draft.fixture.call('GET', `/api/compositions/${draft.id}/output`);
    expect(json.webPage).toBeNull();
  });
});
