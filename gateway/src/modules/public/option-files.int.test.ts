import { parseDocument } from '@diorama/shared/scene/document.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { findOptionRules } from '@diorama/shared/server/scenes/option-outputs.queries.ts';
import { describe, expect, it } from 'vitest';
import { startHarness } from '../../test/harness.ts';
import { publishScene, useDraft } from '../../test/published.ts';

const DOCUMENT = parseDocument({
  nodes: { box: { kind: 'box' } },
  options: { color: { name: 'Color' }, legs: { name: 'Legs', index: 'a1' } },
  choices: {
    oak: { option: 'color' },
    red: { option: 'color', index: 'a1', values: { 'nodes/box/visible': false } },
    wood: { option: 'legs' },
    steel: { option: 'legs', index: 'a1', excludes: ['oak'] },
  },
});

describe('option files', () => {
  const draft = useDraft();
  const { fixture, patch, local, complete } = draft;

  const publish = async (change: object = {}, document: object = DOCUMENT) => {
    const { json } = await fixture.call('GET', `/api/compositions/${draft.id}/document`);
    await fixture.harness.call('PUT', `/api/compositions/${draft.id}/document`, {
      token: fixture.owner.token,
      headers: { 'If-Match': String(json.revision) },
      body: { document },
    });
    await patch({ privacy: 'public', status: 'published', ...change });
    await complete();
  };
  const ask = (choices: object, token?: string) =>
    fixture.harness.call('POST', `/api/public/scenes/${draft.id}/option-files`, { token, body: { choices } });
  const rows = () => fixture.harness.db('option_outputs').select('id', 'choices');

  it('are those of the publication for default and unknown choices', async () => {
    await publish();
    const { json: scene } = await fixture.harness.call('GET', `/api/public/scenes/${draft.id}`);
    const { glb, glbAr, usdz } = scene.output as Record<string, string>;
    for (const choices of [{}, { color: 'oak' }, { color: 'gone' }, { constructor: 'red', nothing: 'red' }]) {
      const { status, json } = await ask(choices);
      expect([status, json]).toEqual([200, { status: 'completed', glb, glbAr, usdz }]);
    }
    expect(await rows()).toEqual([]);
  });

  it('fail for combinations whose names are too long together', async () => {
    const ids = Array.from({ length: 50 }, (_, i) => `${'a'.repeat(36)}${String(i).padStart(2, '0')}`);
    await publish(
      {},
      parseDocument({
        options: Object.fromEntries(ids.map((id) => [id, {}])),
        choices: Object.fromEntries(
          ids.flatMap((option) => [
            [`${option}-a`, { option }],
            [`${option}-b`, { option, index: 'a1' }],
          ]),
        ),
      }),
    );
    const answer = await ask({ [String(ids[0])]: `${ids[0]}-b` });
    expect([answer.status, answer.json.status]).toEqual([200, 'failed']);
    expect(await rows()).toEqual([]);
  });

  it('fail for other combinations when the publication comes from a client’s GLB', async () => {
    await publish();
    const { deps, db } = fixture.harness;
    const source = { body: Buffer.from('sent'), contentType: 'model/gltf-binary' };
    const { id } = await storeObject(deps, { accountId: fixture.owner.accountId, ...source });
    await db('scene_outputs').where({ composition_id: draft.id }).update({ source_object: id });
    const failed = { status: 'failed', glb: null, glbAr: null, usdz: null };
    expect((await ask({ color: 'red' })).json).toEqual(failed);
    expect((await ask({ color: 'oak' })).json.status).toBe('completed');
    expect(await rows()).toEqual([]);
  });

  it('are requested once for all visitors, for a combination that the rules permit', async () => {
    await publish();
    const waiting = { status: 'queued', glb: null, glbAr: null, usdz: null };
    const answers = await Promise.all([
      ask({ color: 'red' }),
      ask({ color: 'red', legs: 'wood' }),
      ask({ color: 'red' }),
    ]);
    expect(answers.map(({ json }) => json)).toEqual([waiting, waiting, waiting]);
    // The first option decides: steel legs exclude oak, which is chosen by default.
    expect((await ask({ legs: 'steel' })).json.status).toBe('completed');
    expect(await rows()).toEqual([{ id: expect.any(String), choices: 'color=red&legs=wood' }]);
    expect(await fixture.harness.events('option-output.requested')).toHaveLength(1);
  });

  it('are found by the rules of the options, which are read without their values', async () => {
    await publish();
    const output = await fixture.harness.db('scene_outputs').where({ composition_id: draft.id }).first('id');
    expect(JSON.parse((await findOptionRules(fixture.harness.db, output.id)) ?? '')).toEqual({
      options: { color: { index: 'a0' }, legs: { index: 'a1' } },
      choices: {
        oak: { option: 'color', index: 'a0', requires: [], excludes: [] },
        red: { option: 'color', index: 'a1', requires: [], excludes: [] },
        wood: { option: 'legs', index: 'a0', requires: [], excludes: [] },
        steel: { option: 'legs', index: 'a1', requires: [], excludes: ['oak'] },
      },
    });
  });

  it('are served once completed, and not after the scene becomes private', async () => {
    await publish();
    await ask({ color: 'red' });
    const { deps, db } = fixture.harness;
    const { accountId } = fixture.owner;
    const own = db('scene_outputs').where({ composition_id: draft.id }).select('id');
    const made = await storeObject(deps, {
      accountId,
      body: Buffer.from('red'),
      contentType: 'model/vnd.usdz+zip',
    });
    await db('option_outputs')
      .whereIn('output_id', own)
      .update({ status: 'completed', usdz_object: made.id });
    const { json } = await ask({ color: 'red' });
    expect(json).toMatchObject({ status: 'completed', glb: null, usdz: expect.stringContaining('.usdz') });
    expect((await fetch(local(json.usdz))).status).toBe(200);
    await patch({ privacy: 'private' });
    expect((await ask({ color: 'red' })).status).toBe(404);
    expect((await fetch(local(json.usdz))).status).toBe(404);
  });

  it('require the password of the scene', async () => {
    await publish({ privacy: 'password', password: 'open sesame' });
    expect((await ask({ color: 'red' })).status).toBe(423);
    const { json } = await fixture.harness.call('POST', `/api/public/scenes/${draft.id}/unlock`, {
      body: { password: 'open sesame' },
    });
    expect((await ask({ color: 'red' }, String(json.token))).json.status).toBe('queued');
  });

  it('are limited by new combinations, and completed ones can be requested again', async () => {
    const harness = await startHarness({ RATE_LIMIT_FACTOR: '1' });
    try {
      const id = await publishScene(harness, await harness.signUp('owner'));
      await harness.db('scene_outputs').update({ document: JSON.stringify(withColors(32)) });
      const askFor = async (color: string) => {
        const body = { choices: { color } };
        const answer = await harness.call('POST', `/api/public/scenes/${id}/option-files`, { body });
        await harness.db('option_outputs').update({ status: 'completed' });
        return answer.status === 200 ? answer.json.status : answer.json.description;
      };
      expect(await askFor('c1')).toBe('queued');
      const again = await Promise.all(Array.from({ length: 70 }, () => askFor('c1')));
      expect(new Set(again)).toEqual(new Set(['completed']));
      for (let at = 2; at <= 30; at += 1) {
        expect(await askFor(`c${at}`)).toBe('queued');
      }
      expect(await askFor('c31')).toBe('request.too-many');
      expect(await askFor('c30')).toBe('completed');
    } finally {
      await harness.close();
    }
  });
});

/** A scene with an option of this many colors. */
function withColors(count: number) {
  const ids = Array.from({ length: count }, (_, at) => `c${at}`);
  return parseDocument({
    options: { color: {} },
    choices: Object.fromEntries(ids.map((id) => [id, { option: 'color' }])),
  });
}
