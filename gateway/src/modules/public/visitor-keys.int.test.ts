import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { publishScene } from '../../test/published.ts';
import { useWorkspace } from '../../test/workspace-fixture.ts';

const NOWHERE = '01900000-0000-7000-8000-0000000000ff';

describe('visitor comments with an idempotency key', () => {
  const fixture = useWorkspace();
  let second: Harness;
  let scene: string;
  beforeAll(async () => {
    second = await startHarness({ DATABASE_URL: fixture.harness.deps.env.databaseUrl });
  });
  afterAll(() => second.close());
  beforeEach(async () => {
    scene = await publish();
  });

  const publish = () => publishScene(fixture.harness, fixture.owner, { sharing: { allowComment: true } });
  const path = (id: string) => `/api/public/scenes/${id}/comments`;
  const say = (text: string, { key = 'said', about = scene, gateway = fixture.harness } = {}) =>
    gateway.call('POST', path(about), { body: { name: 'Vera', text }, headers: { 'idempotency-key': key } });
  const texts = async (id = scene) => {
    const { comments } = JSON.parse((await fixture.harness.call('GET', path(id))).text);
    return comments.map(({ text }: { text: string }) => text);
  };

  it('are stored once and return the same response', async () => {
    const first = await say('Hello');
    const again = await say('Hello', { gateway: second });
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect((await say('Goodbye')).json.description).toBe('idempotency.mismatch');
    expect((await say('Hello', { key: 'other' })).status).toBe(201);
    expect(await texts()).toEqual(['Hello', 'Hello']);
    expect(await fixture.harness.db('idempotency_keys').where({ composition_id: scene })).toHaveLength(2);
  });

  it('are stored once for concurrent requests to two gateways', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        say('Hello', { gateway: at % 2 === 0 ? fixture.harness : second }),
      ),
    );
    expect(await texts()).toEqual(['Hello']);
    const taken = answers.filter(({ status }) => status === 201);
    expect(new Set(taken.map(({ text }) => text)).size).toBe(1);
    // All others came while the first was still running.
    for (const { status, json } of answers.filter((answer) => !taken.includes(answer))) {
      expect([status, json.description]).toEqual([409, 'idempotency.running']);
    }
    expect((await say('Hello')).text).toBe(taken[0]?.text);
  });

  it('are stored once after a crash before the response', async () => {
    const first = await say('Hello');
    const abandoned = fixture.harness.db.raw(`now() - interval '2 minutes'`);
    await fixture.harness
      .db('idempotency_keys')
      .where({ composition_id: scene })
      .update({ status: null, answer: null, created_at: abandoned });
    const again = await say('Hello');
    expect([again.status, again.json.uuid]).toEqual([201, first.json.uuid]);
    expect(await texts()).toEqual(['Hello']);
  });

  it('lose the key when deleted, and are not stored again when repeated', async () => {
    const keys = () => fixture.harness.db('idempotency_keys').where({ composition_id: scene }).pluck('key');
    const { json } = await say('Hello');
    await say('Goodbye', { key: 'other' });
    expect((await fixture.call('DELETE', `/api/comments/${json.uuid}`)).status).toBe(204);
    expect(await keys()).toEqual(['other']);
    expect((await say('Hello')).status).toBe(404);
    expect(await texts()).toEqual(['Goodbye']);
    // Deleted with its scene, or its workspace.
    await fixture.harness.db('compositions').where({ id: scene }).update({ published_output_id: null });
    await fixture.harness.db('compositions').where({ id: scene }).delete();
    expect(await keys()).toEqual([]);
  });

  it('are independent of the same key on another scene or by a member', async () => {
    const other = await publish();
    const first = await say('Hello');
    const there = await say('Hello', { about: other });
    expect(there.status).toBe(201);
    expect(there.json.uuid).not.toBe(first.json.uuid);
    expect([await texts(), await texts(other)]).toEqual([['Hello'], ['Hello']]);
    const asOwner = await fixture.harness.call('POST', `/api/compositions/${scene}/comments`, {
      token: fixture.owner.token,
      body: { text: 'Hello' },
      headers: { 'idempotency-key': 'said' },
    });
    expect(asOwner.status).toBe(201);
  });

  it('are rejected as without a key, and accepted once the cause is fixed', async () => {
    const nowhere = await say('Hello', { about: NOWHERE });
    expect([nowhere.status, nowhere.json.description]).toEqual([404, 'request.not-found']);
    const share = (allowComment: boolean) =>
      fixture.call('PATCH', `/api/compositions/${scene}`, { sharing: { allowComment } });
    await share(false);
    expect((await say('Hello')).status).toBe(403);
    await share(true);
    expect((await say('Hello')).status).toBe(201);
    const kept = fixture.harness.db('idempotency_keys').whereIn('composition_id', [scene, NOWHERE]);
    expect(await kept.pluck('status')).toEqual([201]);
  });
});
