import { readdir } from 'node:fs/promises';
import { MAX_REIMAGINED_A_DAY } from '@diorama/shared/contract/reimagines.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { ONE_PIXEL } from '@diorama/stack/test/tiny-files.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { multipartFolder } from '../../contract/multipart.ts';
import { multipartForm } from '../../test/multipart-form.ts';
import { useWorkspace } from '../../test/workspace-fixture.ts';

describe('Re-imagining a view', () => {
  const fixture = useWorkspace({ REIMAGINE_URL: 'https://pictures.example.test/v1', REIMAGINE_DEPTH: '1' });
  let scene: string;
  beforeEach(async () => {
    const made = await fixture.call('POST', '/api/compositions', { name: 'View' });
    scene = String(made.json.uuid);
  });

  const ask = (
    fields: Record<string, string> = {},
    file: Buffer | null = ONE_PIXEL,
    others: [name: string, file: Buffer][] = [],
  ) => {
    const pictures = [...(file ? [['image', file] as const] : []), ...others];
    const files = pictures.map(([name, picture]) => [name, `${name}.png`, picture] as const);
    const form = multipartForm({ prompt: 'In winter', ...fields }, ...files);
    return fixture.call('POST', `/api/compositions/${scene}/reimagine`, form);
  };
  const see = (id: unknown, token = fixture.owner.token) =>
    fixture.harness.call('GET', `/api/reimagines/${id}`, { token });

  it('is queued as a job and returns the remaining number of pictures', async () => {
    const asked = await ask({ count: '3', style: 'winter', strength: '0.4' });
    expect(asked).toMatchObject({
      status: 202,
      json: { status: 'queued', candidates: [], error: null, left: MAX_REIMAGINED_A_DAY - 3 },
    });
    const [event] = await fixture.harness
      .db('outbox')
      .where({ name: 'reimagine.requested' })
      .orderBy('id', 'desc');
    expect(event?.payload).toEqual({ reimagineId: asked.json.uuid });
    expect((await see(asked.json.uuid)).status).toBe(200);
  });

  it.each([
    ['with an empty prompt', { prompt: '  ' }, ONE_PIXEL, 422],
    ['with a prompt that is too long', { prompt: 'x'.repeat(1_001) }, ONE_PIXEL, 422],
    ['for too many pictures at once', { count: '5' }, ONE_PIXEL, 422],
    ['in an unknown style', { style: 'cubist' }, ONE_PIXEL, 422],
    ['with a strength above 1', { strength: '1.5' }, ONE_PIXEL, 422],
    ['without a picture', {}, null, 422],
    ['for a file that is not a picture', {}, Buffer.from('<svg/>'), 415],
  ])('is refused %s', async (_what, fields, file, status) => {
    expect((await ask(fields, file)).status).toBe(status);
  });

  it('stores a depth picture and holds it as long as the view', async () => {
    const { uuid } = (await ask({}, ONE_PIXEL, [['depth', ONE_PIXEL]])).json;
    const row = await fixture.harness.db('reimagines').where({ id: uuid }).first('depth_object');
    expect(row?.depth_object).not.toBeNull();
    const held = await fixture.harness.db('object_refs').where({ held_by: 'reimagines', holder_id: uuid });
    expect(held.map(({ place }) => place).sort()).toEqual(['depth_object', 'image_object']);
  });

  it.each([
    ['a depth file that is not a picture', [['depth', Buffer.from('<svg/>')]], 415],
    ['two views', [['image', ONE_PIXEL]], 400],
    ['a second view under another field name', [['other', ONE_PIXEL]], 400],
  ] as const)('is refused with %s', async (_what, others, status) => {
    expect(
      (
        await ask(
          {},
          ONE_PIXEL,
          others.map(([name, file]) => [name, file]),
        )
      ).status,
    ).toBe(status);
    expect(await readdir(multipartFolder(fixture.harness.deps.env.dataDir))).toEqual([]);
  });

  it('is limited per workspace and day, also for concurrent requests', async () => {
    const many = MAX_REIMAGINED_A_DAY / 4;
    const answers = await Promise.all(Array.from({ length: many + 3 }, () => ask({ count: '4' })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses.filter((status) => status === 202)).toHaveLength(many);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(3);
    const waits = refused.map(({ headers }) => Number(headers.get('retry-after')));
    // A day after the first of them, which was requested a moment ago.
    expect(waits.filter((seconds) => seconds <= 23 * 3_600 || seconds > 24 * 3_600)).toEqual([]);
  });

  it('can be canceled, also twice', async () => {
    const { uuid } = (await ask()).json;
    const stop = () => fixture.call('DELETE', `/api/reimagines/${uuid}`);
    expect((await stop()).status).toBe(204);
    expect((await stop()).status).toBe(204);
    expect((await see(uuid)).json.status).toBe('cancelled');
  });

  it('is listed newest first, with the remaining pictures of the day', async () => {
    const list = () => fixture.call('GET', `/api/compositions/${scene}/reimagines`);
    expect((await list()).json).toMatchObject({ member: [], left: MAX_REIMAGINED_A_DAY });
    const asked = [await ask({ prompt: 'First' }), await ask({ prompt: 'Second', style: 'night' })];
    const { json } = await list();
    expect(json).toMatchObject({
      member: [
        { prompt: 'Second', style: 'night', status: 'queued' },
        { prompt: 'First', style: null },
      ],
      left: MAX_REIMAGINED_A_DAY - 4,
    });
    expect((json.member as { uuid: string }[]).map(({ uuid }) => uuid)).toEqual(
      asked.map(({ json }) => json.uuid).reverse(),
    );
    // Running requests of one user do not block others.
    const other = await fixture.join('colleague');
    await fixture.shareScene(`/api/compositions/${scene}`, other, 0);
    const seen = () => fixture.call('GET', `/api/compositions/${scene}/reimagines`, undefined, other);
    expect((await seen()).json.member).toEqual([]);
    await fixture.harness.db('reimagines').where({ id: asked[0]?.json.uuid }).update({ status: 'completed' });
    expect((await seen()).json.member).toMatchObject([{ prompt: 'First' }]);
  });

  it('adds a completed picture to the scene as an asset', async () => {
    const { uuid } = (await ask()).json;
    const keep = (candidate: number) => fixture.call('POST', `/api/reimagines/${uuid}/keep`, { candidate });
    expect((await keep(0)).status).toBe(404);
    const { accountId } = fixture.owner;
    const object = await storeObject(fixture.harness.deps, {
      accountId,
      body: ONE_PIXEL,
      contentType: 'image/webp',
    });
    await fixture.harness
      .db('reimagines')
      .where({ id: uuid })
      .update({ status: 'completed', candidate_objects: [object.id] });
    expect((await see(uuid)).json.candidates).toHaveLength(1);
    expect(await keep(0)).toMatchObject({ status: 201, json: { type: 3, name: 'In winter.webp' } });
    expect((await keep(1)).status).toBe(404);
    expect((await keep(9)).status).toBe(422);
  });

  it('reports a failure with a message for the user', async () => {
    const { uuid } = (await ask()).json;
    await fixture.harness
      .db('reimagines')
      .where({ id: uuid })
      .update({ status: 'failed', error_code: 'reimagine.refused' });
    expect((await see(uuid)).json.error).toEqual({
      code: 'reimagine.refused',
      message: 'The image service rejected this request. Try a different prompt.',
    });
  });

  it('is deleted with its scene, and its files are held until then', async () => {
    const { uuid } = (await ask()).json;
    const held = () => fixture.harness.db('object_refs').where({ held_by: 'reimagines', holder_id: uuid });
    expect(await held()).toHaveLength(1);
    await fixture.harness.db('compositions').where({ id: scene }).delete();
    expect((await see(uuid)).status).toBe(404);
    expect(await held()).toEqual([]);
  });
});
