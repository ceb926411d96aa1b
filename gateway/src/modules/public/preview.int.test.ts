import { describe, expect, it } from 'vitest';
import { useDraft } from '../../test/published.ts';

describe('the preview of a scene', () => {
  const draft = useDraft();
  const { fixture, patch, complete } = draft;

  const preview = (token?: string) =>
    fixture.harness.call('GET', `/api/compositions/${draft.id}/preview`, { token });
  const edit = (revision: number, name: string) =>
    fixture.harness.call('PUT', `/api/compositions/${draft.id}/document`, {
      token: fixture.owner.token,
      headers: { 'if-match': String(revision) },
      body: { document: { nodes: { a: { kind: 'box', name } } } },
    });

  it('shows the current document to members only', async () => {
    await edit(0, 'first');
    const { status, json, headers } = await preview(fixture.owner.token);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(json).toMatchObject({
      uuid: draft.id,
      revision: 1,
      document: { nodes: { a: { name: 'first' } } },
    });
    expect((await preview()).status).toBe(401);
    const stranger = await fixture.harness.signUp('Passer-by');
    expect((await preview(stranger.token)).status).toBe(404);
  });

  it('has the fields of the published scene and its newer revision', async () => {
    await patch({ privacy: 'public', status: 'published', sharing: { live: true, allowComment: true } });
    await complete();
    await edit(0, 'later');
    const published = await fixture.harness.call('GET', `/api/public/scenes/${draft.id}`);
    const { json } = await preview(fixture.owner.token);
    expect(Object.keys(json).sort()).toEqual(Object.keys(published.json).sort());
    expect([published.json.revision, json.revision]).toEqual([0, 1]);
    expect(json.author).toEqual(published.json.author);
    expect(published.json.sharing).toMatchObject({ live: true, allowComment: true });
    expect(json.sharing).toMatchObject({ live: false, allowComment: false });
    expect(json.output).toEqual({ glb: null, glbMobile: null, glbAr: null, usdz: null, carousel: [] });
  });
});
