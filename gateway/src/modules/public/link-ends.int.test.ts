import { describe, expect, it } from 'vitest';
import { useDraft } from '../../test/published.ts';
import { scenesOf } from '../organise/scenes-fixture.ts';

describe('the end of a public link', () => {
  const draft = useDraft();
  const { fixture, patch, local, complete } = draft;
  const { addAsset, putBox, withModel } = scenesOf(fixture);
  const status = async (address: unknown) => (await fetch(local(address))).status;

  it('by its expiry date keeps the files available to members only', async () => {
    await patch({ privacy: 'public', status: 'published' });
    await complete();
    const glb = async () =>
      JSON.parse((await fixture.call('GET', `/api/compositions/${draft.id}/output`)).text).glb as string;
    const everybodys = await glb();
    expect(await status(everybodys)).toBe(200);
    await fixture.harness
      .db('compositions')
      .where({ id: draft.id })
      .update({ sharing: JSON.stringify({ expiresAt: '2020-01-01T00:00:00.000Z' }) });
    expect(await status(everybodys)).toBe(404);
    expect(await status(await glb())).toBe(200);
  });

  it('by a new password makes the files of the live scene unavailable', async () => {
    const scene = `/api/compositions/${draft.id}`;
    const { iri: model } = await addAsset(scene, 1_000);
    await putBox(scene, withModel(model));
    await patch({ privacy: 'password', password: 'secret', status: 'published', sharing: { live: true } });
    await complete();
    const unlock = async (password: string) =>
      (await fixture.harness.call('POST', `/api/public/scenes/${draft.id}/unlock`, { body: { password } }))
        .json;
    const { token } = await unlock('secret');
    const live = await fixture.harness.call('GET', `/api/public/scenes/${draft.id}/live`, {
      token: String(token),
    });
    const { url } = JSON.parse(live.text).assets[model];
    expect(await status(url)).toBe(200);
    await patch({ password: 'another one' });
    expect(await status(url)).toBe(404);
  });
});
