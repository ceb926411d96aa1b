import { randomUUID } from 'node:crypto';
import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import { emptyDocument } from '@diorama/shared/scene/document.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { outdateUses } from '@diorama/shared/server/scenes/scene-outputs.queries.ts';
import { recordOverflows } from '@diorama/shared/server/storage/overflows.queries.ts';
import { describe, expect, it } from 'vitest';
import { type Person, startHarness } from '../../test/harness.ts';
import { multipartForm } from '../../test/multipart-form.ts';
import { useDraft } from '../../test/published.ts';

describe('published scenes', () => {
  const draft = useDraft();
  const { fixture, patch, page, local, complete } = draft;

  const visit = (token?: string) => fixture.harness.call('GET', `/api/public/scenes/${draft.id}`, { token });
  const unlock = (password: string) =>
    fixture.harness.call('POST', `/api/public/scenes/${draft.id}/unlock`, { body: { password } });
  const outputs = () => fixture.harness.db('scene_outputs').where({ composition_id: draft.id }).orderBy('id');
  const inSync = async () =>
    (await fixture.call('GET', `/api/compositions/${draft.id}`)).json.inSyncWithScene;

  const addModel = async (status: 'processing' | 'ready') => {
    const asset = { id: randomUUID(), account_id: fixture.owner.accountId };
    const file = { ...asset, type: ASSET_TYPE.model, name: 'late', size: 1, status };
    await fixture.harness.db('assets').insert(file);
    return asset;
  };

  it('do not exist until their first output is complete, then they are public', async () => {
    expect((await visit()).status).toBe(404);
    const published = await patch({ privacy: 'public', status: 'published' });
    expect(published.json).toMatchObject({
      status: 'published',
      publishedRevision: null,
      inSyncWithScene: false,
    });
    expect(await fixture.harness.events('output.requested')).toHaveLength(1);
    expect((await visit()).status).toBe(404);
    await complete();
    const logo = await storeObject(fixture.harness.deps, {
      accountId: fixture.owner.accountId,
      body: Buffer.from('logo'),
      contentType: 'image/webp',
    });
    await fixture.harness
      .db('accounts')
      .where({ id: fixture.owner.accountId })
      .update({ name: 'Studio Norte', logo_object: logo.id });
    const { status, json, text, headers } = await visit();
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toContain('public');
    expect(json).toMatchObject({
      uuid: draft.id,
      name: 'Chair <b>',
      revision: 0,
      // The workspace with its logo, instead of the user who created it.
      author: { name: 'Studio Norte', avatarUrl: expect.stringContaining('/logo.webp') },
      sharing: { arPlacement: 'floor', arFixedScale: false },
    });
    expect(json.document).toEqual(emptyDocument());
    const { glbAr, usdz: usdzAddress } = JSON.parse(text).output;
    const plain = await fetch(local(glbAr));
    expect([plain.status, plain.headers.get('content-type')]).toEqual([200, 'model/gltf-binary']);
    const usdz = await fetch(local(usdzAddress));
    expect([usdz.status, usdz.headers.get('content-type')]).toEqual([200, 'model/vnd.usdz+zip']);
    expect(usdz.headers.get('cache-control')).toContain('immutable');
    const scene = await fixture.call('GET', `/api/compositions/${draft.id}`);
    expect(scene.json).toMatchObject({ publishedRevision: 0, inSyncWithScene: true });
  });

  it('keep showing the published state while the document changes', async () => {
    await patch({ privacy: 'public', status: 'published' });
    await complete();
    await fixture.harness.call('PUT', `/api/compositions/${draft.id}/document`, {
      token: fixture.owner.token,
      headers: { 'if-match': '0' },
      body: { document: { nodes: { a: { kind: 'box', index: 'a0', name: 'later', props: {} } } } },
    });
    expect((await visit()).json).toMatchObject({ revision: 0, document: { nodes: {} } });
    const scene = await fixture.call('GET', `/api/compositions/${draft.id}`);
    expect(scene.json).toMatchObject({ revision: 1, publishedRevision: 0, inSyncWithScene: false });
    const again = await patch({ status: 'published' });
    expect(again.status).toBe(200);
    await complete();
    expect((await visit()).json).toMatchObject({ revision: 1 });
  });

  it('are out of sync after a change of AR placement, and republishing requests a new output', async () => {
    await patch({ privacy: 'public', status: 'published' });
    await complete();
    await patch({ status: 'published' });
    expect([await inSync(), (await outputs()).length]).toEqual([true, 1]);
    await patch({ sharing: { arPlacement: 'wall' } });
    expect(await inSync()).toBe(false);
    const list = await fixture.call('GET', '/api/compositions');
    expect(list.json.member).toMatchObject([{ inSyncWithScene: false }]);
    await patch({ sharing: { arPlacement: 'floor' } });
    expect(await inSync()).toBe(true);
    await patch({ sharing: { arPlacement: 'wall' } });
    await patch({ status: 'published' });
    expect((await outputs()).map((row) => row.file_settings.arPlacement)).toEqual(['floor', 'wall']);
    await complete();
    expect(await inSync()).toBe(true);
    // Outputs from before the column existed count as correct.
    await patch({ sharing: { license: 'cc-by' } });
    expect(await inSync(), 'files name the licence').toBe(false);
    await outputs().update({ file_settings: null });
    await patch({ status: 'published' });
    expect([await inSync(), (await outputs()).length]).toEqual([true, 2]);
  });

  it('can be published again after one of their files has changed', async () => {
    await patch({ privacy: 'public', status: 'published' });
    await complete();
    const { db } = fixture.harness;
    const asset = await addModel('ready');
    await db.transaction((trx) => outdateUses(trx, asset.id));
    expect(await inSync(), 'the scene has no such file').toBe(true);
    const [output] = await outputs();
    const use = { composition_id: draft.id, asset_id: asset.id, output_id: output.id };
    await db('composition_assets').insert(use);
    await db.transaction((trx) => outdateUses(trx, asset.id));
    expect(await inSync()).toBe(false);
    await patch({ status: 'published' });
    expect(await outputs()).toHaveLength(2);
    await complete();
    expect(await inSync()).toBe(true);
  });

  it('report that they wait for files while these are converted', async () => {
    const { db } = fixture.harness;
    const asset = await addModel('processing');
    await patch({ privacy: 'public', status: 'published' });
    const isAwaiting = async () =>
      (await fixture.call('GET', `/api/compositions/${draft.id}/output`)).json.isAwaitingFiles;
    expect(await isAwaiting()).toBe(false);
    await outputs().update({ asset_ids: [asset.id] });
    expect(await isAwaiting()).toBe(true);
    await db('assets').where(asset).update({ status: 'failed' });
    expect(await isAwaiting()).toBe(false);
    await db('assets').where(asset).update({ status: 'ready', wants_original: true });
    expect(await isAwaiting(), 'another form of it is to come').toBe(true);
    await outputs().update({ status: 'running' });
    expect(await isAwaiting()).toBe(false);
  });

  it('have the defaults of fields that were added after their publication', async () => {
    await patch({ privacy: 'public', status: 'published' });
    await complete();
    await fixture.harness.db.raw(
      `update scene_outputs set document = document #- '{effects,ssr}' #- '{effects,antialiasing}' #- '{environment,sunShadow}'
       where composition_id = ?`,
      [draft.id],
    );
    const { document } = (await visit()).json;
    expect(document).toMatchObject({
      effects: { ssr: { enabled: false }, antialiasing: 'msaa' },
      environment: { sunShadow: false },
    });
  });

  it('omit content of newer releases, which stays stored', async () => {
    const newer = { moon: 'full' };
    await fixture.harness.db.raw(
      `update composition_documents set document = document || ?::jsonb where composition_id = ?`,
      [JSON.stringify({ ...newer, nodes: { well: { kind: 'well' } } }), draft.id],
    );
    await patch({ privacy: 'public', status: 'published' });
    await complete();
    expect((await visit()).json.document).toEqual(emptyDocument());
    const drafted = await fixture.call('GET', `/api/compositions/${draft.id}/document`);
    expect(drafted.json.document).toEqual(emptyDocument());
    const output = await fixture.harness
      .db('scene_outputs')
      .where({ composition_id: draft.id })
      .first('document');
    expect(output?.document).toMatchObject({ ...newer, nodes: { well: { kind: 'well' } } });
  });

  it('disappear with their files when they become private, drafts, expired or deleted', async () => {
    const over = { expiresAt: '2020-01-01T00:00:00.000Z' };
    const refused = await patch({ sharing: over });
    expect([refused.status, refused.json.violations]).toMatchObject([
      422,
      [{ propertyPath: 'sharing.expiresAt' }],
    ]);
    const hide = [
      () => patch({ privacy: 'private' }),
      () => patch({ status: 'draft' }),
      () =>
        fixture.harness
          .db('compositions')
          .where({ id: draft.id })
          .update({ sharing: JSON.stringify(over) }),
    ];
    await patch({ privacy: 'public', status: 'published' });
    await complete();
    const file = local(JSON.parse((await visit()).text).output.glb);
    const reasons: unknown[] = [];
    for (const disappear of hide) {
      expect((await fetch(file)).status).toBe(200);
      await disappear();
      const gone = await visit();
      expect([gone.status, (await fetch(file)).status]).toEqual([404, 404]);
      reasons.push(gone.json.description);
      await patch({ privacy: 'public', status: 'published', sharing: { expiresAt: null } });
    }
    // The expiry of a link is all that a visitor can learn of the scene.
    expect(reasons).toEqual(['request.not-found', 'request.not-found', 'scene.expired']);
    await fixture.call('DELETE', `/api/compositions/${draft.id}`);
    expect([(await visit()).status, (await fetch(file)).status]).toEqual([404, 404]);
  });

  it('require their password, and a new password ends every token and address', async () => {
    expect((await patch({ privacy: 'password' })).status).toBe(422);
    await patch({ privacy: 'password', password: 'open sesame', status: 'published' });
    expect((await patch({ password: null })).status).toBe(422);
    await complete();
    const locked = await visit();
    expect([locked.status, locked.json.description, locked.json.name]).toEqual([
      423,
      'scene.locked',
      'Chair <b>',
    ]);
    expect((await unlock('wrong')).status).toBe(401);
    const { json: key } = await unlock('open sesame');
    const seen = await visit(String(key.token));
    expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    const file = local(JSON.parse(seen.text).output.glb);
    expect((await fetch(file)).status).toBe(200);
    expect((await fetch(file.replace(/\?.*/, ''))).status).toBe(404);
    expect((await visit(fixture.owner.token)).status).toBe(423);
    await patch({ password: 'changed' });
    expect((await visit(String(key.token))).status).toBe(423);
    expect((await fetch(file)).status).toBe(404);
  });

  it('with a password have addresses that expire within ten minutes, and expose nothing elsewhere', async () => {
    await patch({ privacy: 'password', password: 'open sesame', status: 'published' });
    await complete();
    const { json: key } = await unlock('open sesame');
    const seen = await visit(String(key.token));
    const { output, thumbnail } = JSON.parse(seen.text);
    const addresses = [output.glb, output.glbAr, output.usdz, thumbnail].map(local);
    for (const address of addresses) {
      expect((await fetch(address)).status, address).toBe(200);
      expect((await fetch(address.replace(/(s|sig|signature)=[^&]+/, '$1=x'))).status).toBe(404);
    }
    const embed = await fetch(`${fixture.harness.url}/embed/${draft.id}`);
    expect(await embed.text()).not.toContain('/files/');
    const oembed = await fixture.harness.call(
      'GET',
      `/oembed?url=${encodeURIComponent(`${fixture.harness.deps.env.publicUrl}/view/${draft.id}`)}`,
    );
    expect(oembed.text).not.toContain('/files/');
    // Its owner is not revealed either.
    expect([oembed.status, oembed.json.author_name]).toEqual([200, undefined]);
    fixture.harness.clock.advance(11 * 60_000);
    try {
      for (const address of addresses) {
        expect((await fetch(address)).status, address).toBe(404);
      }
    } finally {
      fixture.harness.clock.advance(-11 * 60_000);
    }
  });

  it('return the same response to a password as an unknown scene', async () => {
    const absent = await fixture.harness.call(
      'POST',
      '/api/public/scenes/01900000-0000-7000-8000-000000000001/unlock',
      { body: { password: 'x' } },
    );
    await patch({ privacy: 'public', status: 'published' });
    await complete();
    const open = await unlock('x');
    expect([open.status, open.text]).toEqual([absent.status, absent.text]);
  });

  it('limit password guesses', async () => {
    const limited = await startHarness({ RATE_LIMIT_FACTOR: '1' });
    try {
      const guess = () =>
        limited.call('POST', `/api/public/scenes/${draft.id}/unlock`, { body: { password: 'guess' } });
      const answers = await Promise.all(Array.from({ length: 12 }, guess));
      expect(answers.filter((answer) => answer.status === 429)).toHaveLength(2);
    } finally {
      await limited.close();
    }
  });

  it('are blocked after a year over the quota, until usage is reduced', async () => {
    await patch({ privacy: 'public', status: 'published' });
    await complete();
    const account = fixture.harness.db('accounts').where({ id: fixture.owner.accountId });
    const since = async () => (await account.clone().first('overflown_since')).overflown_since;
    await account.clone().update({ storage_used: 3_000_000_000 });
    await recordOverflows(fixture.harness.db);
    const noted = await since();
    await recordOverflows(fixture.harness.db);
    expect(await since()).toEqual(noted);
    expect((await visit()).status).toBe(200);
    const isBlocked = async () => (await fixture.call('GET', `/api/compositions/${draft.id}`)).json.isBlocked;
    expect(await isBlocked()).toBe(false);
    await account.clone().update({ overflown_since: fixture.harness.db.raw(`now() - interval '366 days'`) });
    const paused = await visit();
    expect([paused.status, paused.json.description]).toEqual([403, 'security.scene.blocked']);
    // Members of the workspace receive the reason.
    expect(await isBlocked()).toBe(true);
    expect(
      (
        await fixture.harness.call(
          'GET',
          `/oembed?url=${encodeURIComponent(`${fixture.harness.deps.env.publicUrl}/view/${draft.id}`)}`,
        )
      ).status,
    ).toBe(403);
    expect(await page()).not.toContain('Chair');
    // A larger plan counts at once, before the stored state is updated.
    await account.clone().update({ plan: 'pro' });
    expect((await visit()).status).toBe(200);
    expect(await isBlocked()).toBe(false);
    await recordOverflows(fixture.harness.db);
    expect(await since()).toBeNull();
  });

  it('can be copied with an unlock token until the password changes', async () => {
    await patch({
      privacy: 'password',
      password: 'open sesame',
      status: 'published',
      sharing: { allowClone: true },
    });
    await complete();
    const guest = await fixture.join('copier');
    const copy = async (unlocked?: string, by: Person = guest) => {
      const headers: Record<string, string> = unlocked === undefined ? {} : { 'scene-unlocked': unlocked };
      const answer = await fixture.harness.call('PATCH', `/api/compositions/clone/${draft.id}`, {
        token: by.token,
        headers,
      });
      return [answer.status, answer.json.description ?? answer.json.name];
    };
    const refused = [403, 'security.not-allowed'];
    const key = String((await unlock('open sesame')).json.token);
    expect(await copy()).toEqual(refused);
    expect(await copy('x'.repeat(5_000))).toEqual(refused);
    expect(await copy(guest.token)).toEqual(refused);
    // The token of another scene does not unlock this one.
    const other = await fixture.harness.deps.tokens.share(guest.accountId, 0, 60);
    expect(await copy(other)).toEqual(refused);
    expect(await copy(key)).toEqual([201, 'Copy of Chair <b>']);
    // The token opens the scene and authenticates no user.
    const path = `/api/compositions/clone/${draft.id}`;
    expect((await fixture.harness.call('PATCH', path, { headers: { 'scene-unlocked': key } })).status).toBe(
      401,
    );
    await patch({ sharing: { allowClone: false } });
    expect(await copy(key)).toEqual(refused);
    await patch({ sharing: { allowClone: true }, password: 'another word' });
    expect(await copy(key)).toEqual(refused);
    const next = String((await unlock('another word')).json.token);
    expect(await copy(next)).toEqual([201, 'Copy of Chair <b> (2)']);
    await patch({ privacy: 'private' });
    expect(await copy(key)).toEqual([404, 'request.not-found']);
    expect(await copy(undefined, fixture.owner)).toEqual([201, 'Copy of Chair <b>']);
  });

  it('of a suspended workspace are blocked, and of one being deleted do not exist', async () => {
    await patch({ privacy: 'public', status: 'published' });
    await complete();
    const account = fixture.harness.db('accounts').where({ id: fixture.owner.accountId });
    const told = async () => {
      const answer = await visit();
      return [answer.status, answer.json.description];
    };
    await account.clone().update({ is_active: false, suspended_at: fixture.harness.db.fn.now() });
    expect(await told()).toEqual([403, 'security.scene.blocked']);
    expect((await visit()).text).not.toContain('Chair');
    await account.clone().update({ suspended_at: null });
    expect(await told()).toEqual([404, 'request.not-found']);
    await account.clone().update({ is_active: true });
    expect((await told())[0]).toBe(200);
  });

  it('have one queued output, regardless of the number of requests', async () => {
    const form = () => {
      const body = multipartForm({ sceneUuid: draft.id });
      return fixture.call('POST', '/api/assets/generate-scene-output', body);
    };
    expect((await fixture.call('GET', `/api/compositions/${draft.id}/output`)).json.description).toBe(
      'output.none',
    );
    const answers = await Promise.all(Array.from({ length: 6 }, form));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([202]));
    const rows = await fixture.harness.db('scene_outputs').where({ composition_id: draft.id });
    expect(rows.map((row) => row.status).sort()).toEqual(['queued', ...Array(5).fill('superseded')]);
  });
});
