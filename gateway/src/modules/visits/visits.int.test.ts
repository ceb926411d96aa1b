import { sweepVisits } from '@diorama/shared/server/scenes/scene-visits.queries.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { publishScene } from '../../test/published.ts';
import { useWorkspace } from '../../test/workspace-fixture.ts';

const NOTHING = { views: 0, embeds: 0, devices: 0, seconds: 0, annotationOpens: 0, arLaunches: 0 };

describe('visits of a published scene', () => {
  const fixture = useWorkspace();
  let id: string;
  beforeEach(async () => {
    await fixture.harness.db('accounts').where({ id: fixture.owner.accountId }).update({ plan: 'pro' });
    id = await publishScene(fixture.harness, fixture.owner);
  });

  const visit = (body: object, headers: Record<string, string> = {}) =>
    fixture.harness.call('POST', `/api/public/scenes/${id}/visits`, { body, headers });
  const analytics = (query = '', token = fixture.owner.token) =>
    fixture.harness.call('GET', `/api/compositions/${id}/analytics${query}`, { token });

  it('are counted by day, country and device', async () => {
    const phone = { 'user-agent': 'a phone', 'accept-language': 'es-MX,es' };
    const desktop = { 'user-agent': 'a desktop', 'accept-language': 'de' };
    expect((await visit({ kind: 'view' }, phone)).status).toBe(204);
    await visit({ kind: 'view' }, phone);
    await visit({ kind: 'embed' }, desktop);
    await visit({ kind: 'time', seconds: 40 }, phone);
    await visit({ kind: 'annotation' }, phone);
    await visit({ kind: 'ar' }, phone);
    const { json, text } = await analytics();
    expect(json.totals).toEqual({
      views: 2,
      embeds: 1,
      devices: 2,
      seconds: 40,
      annotationOpens: 1,
      arLaunches: 1,
    });
    expect(json.countries).toEqual([
      { country: 'MX', visits: 2 },
      { country: '', visits: 1 },
    ]);
    const { days } = JSON.parse(text);
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toMatchObject({ day: json.to, views: 2 });
    expect(days.at(0)).toEqual({ day: json.from, ...NOTHING });
  });

  it('store nothing that identifies a visitor', async () => {
    await visit({ kind: 'view' }, { 'user-agent': 'a very special phone' });
    const { rows } = await fixture.harness.db.raw(
      'select device::text as device from scene_visit_devices where composition_id = ?',
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].device).not.toContain(Buffer.from('special').toString('hex'));
    // A day later the same device counts as another one, and its identifying data is deleted.
    await fixture.harness
      .db('scene_visit_devices')
      .where({ composition_id: id })
      .update({ day: '2020-01-01' });
    await fixture.harness
      .db('scene_visit_salts')
      .insert({ day: '2020-01-01', salt: Buffer.alloc(32) })
      .onConflict()
      .ignore();
    await sweepVisits(fixture.harness.db);
    expect(await fixture.harness.db('scene_visit_devices').where({ composition_id: id })).toEqual([]);
    expect(await fixture.harness.db('scene_visit_salts').where({ day: '2020-01-01' })).toEqual([]);
    await visit({ kind: 'view' }, { 'user-agent': 'a very special phone' });
    expect((await analytics()).json.totals).toMatchObject({ views: 2, devices: 2 });
  });

  it('use one row per day and one per device, regardless of the number of visits', async () => {
    await Promise.all(Array.from({ length: 40 }, () => visit({ kind: 'view' })));
    const rows = await fixture.harness.db('scene_visit_days').where({ composition_id: id });
    expect(rows.map(({ views, devices }) => [views, devices])).toEqual([[40, 1]]);
    expect(await fixture.harness.db('scene_visit_devices').where({ composition_id: id })).toHaveLength(1);
  });

  it('of invented devices store a limited number of devices per day', async () => {
    const from = (agent: string) => visit({ kind: 'view' }, { 'user-agent': agent });
    await from('the first');
    const day = () => fixture.harness.db('scene_visit_days').where({ composition_id: id });
    await day().update({ devices: 49_999 });
    await from('the last');
    await from('one more');
    expect(await day()).toMatchObject([{ views: 3, devices: 50_000 }]);
    expect(await fixture.harness.db('scene_visit_devices').where({ composition_id: id })).toHaveLength(2);
  });

  it('can be downloaded as CSV', async () => {
    await visit({ kind: 'view' });
    await visit({ kind: 'view' }, { 'accept-language': 'es-MX' });
    await visit({ kind: 'view' }, { 'accept-language': 'es-MX' });
    const day = String((await analytics()).json.to);
    const file = await fixture.call('GET', `/api/compositions/${id}/analytics.csv?from=${day}&to=${day}`);
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toContain(`Chair-${day}-${day}.csv`);
    expect(file.text).toBe(
      `day,views,embeds,devices,seconds,annotationOpens,arLaunches,visits:MX,visits:unknown\r\n${day},3,0,1,0,0,0,2,1\r\n`,
    );
  });

  it('are reported only on a plan that includes them, for at most a year', async () => {
    for (const query of ['?from=2026-02-02&to=2026-02-01', '?from=2020-01-01&to=2026-01-01', '?from=soon']) {
      expect((await analytics(query)).status, query).toBe(422);
    }
    expect((await analytics('?from=2026-02-01&to=2026-02-01')).json.totals).toEqual(NOTHING);
    await fixture.harness.db('accounts').where({ id: fixture.owner.accountId }).update({ plan: 'starter' });
    expect((await analytics()).status).toBe(403);
    const other = await fixture.join('stranger');
    expect((await analytics('', other.token)).status).toBe(404);
  });

  it('are not counted for inaccessible scenes and invalid events', async () => {
    expect((await visit({ kind: 'theft' })).status).toBe(422);
    expect((await visit({ kind: 'time', seconds: 1e9 })).status).toBe(422);
    await fixture.call('PATCH', `/api/compositions/${id}`, { privacy: 'password', password: 'open sesame' });
    expect((await visit({ kind: 'view' })).status).toBe(423);
    const key = await fixture.harness.call('POST', `/api/public/scenes/${id}/unlock`, {
      body: { password: 'open sesame' },
    });
    const authorization = `Bearer ${key.json.token}`;
    expect((await visit({ kind: 'view' }, { authorization })).status).toBe(204);
    await fixture.call('PATCH', `/api/compositions/${id}`, { privacy: 'private' });
    expect((await visit({ kind: 'view' }, { authorization })).status).toBe(404);
  });
});
