import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { recordEvent } from '@diorama/shared/server/jobs/outbox.queries.ts';
import type { JobContext } from '@diorama/shared/server/jobs/worker.ts';
import { findAvatar } from '@diorama/shared/server/people/people.queries.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useAssetWorker, WAIT } from '../test/asset-worker.ts';
import { useJobHarness } from '../test/job-harness.ts';
import { solidPng } from '../test/sample-documents.ts';
import { avatarFetch } from './avatar-fetch.ts';

const harness = useJobHarness();
const worker = useAssetWorker(harness);

describe('the profile picture of a login service', () => {
  let origin: string;
  let asked: string[] = [];
  const server = createServer(async ({ url = '' }, response) => {
    asked.push(url);
    if (url === '/away' && asked.length === 1) {
      response.writeHead(503).end();
      return;
    }
    const body = url === '/damaged' ? Buffer.from('no picture') : Buffer.from(await solidPng(96, '#336699'));
    response.writeHead(200, { 'content-type': url === '/page' ? 'text/html' : 'image/png' }).end(body);
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    worker.deps.avatarOrigins = [origin];
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    asked = [];
    await harness.db('users').where({ id: harness.person.userId }).update({
      avatar_object: null,
      avatar_wished: null,
    });
  });

  const offer = async (path: string) => {
    const { userId } = harness.person;
    const assetId = uuidv7();
    const payload = { userId, assetId, url: new URL(path, origin).href };
    await harness.db.transaction((trx) => recordEvent(trx, { name: 'avatar.offered', payload }));
    return assetId;
  };
  const avatar = async () => (await findAvatar(harness.db, harness.person.userId))?.avatar ?? null;

  it.each(['/picture', '/away'])('becomes the avatar through the picture import: %s', async (path) => {
    const assetId = await offer(path);
    await expect.poll(avatar, WAIT).not.toBeNull();
    const asset = await worker.ended(assetId);
    expect(asset).toMatchObject({ status: 'ready', type: 3, upload_type: 'avatar' });
    await expect.poll(avatar, WAIT).toBe(asset.main_object);
  });

  it('is not used if it is not a picture, not allowed or damaged', async () => {
    await offer('/page');
    await expect.poll(() => asked, WAIT).toEqual(['/page']);
    await offer('http://127.0.0.1:9/picture');
    const damaged = await offer('/damaged');
    await expect
      .poll(() => harness.db('assets').where({ id: damaged }).first('status'), WAIT)
      .toMatchObject({ status: 'failed' });
    await expect.poll(avatar, WAIT).toBeNull();
  });

  it('does not replace an avatar that was chosen meanwhile', async () => {
    await offer('/picture');
    await expect.poll(avatar, WAIT).not.toBeNull();
    const chosen = await avatar();
    const { userId } = harness.person;
    // Without a context, as a kept picture completes nothing.
    const { signal } = new AbortController();
    const answer = await avatarFetch(worker.deps)({ userId, assetId: uuidv7(), url: `${origin}/another` }, {
      signal,
    } as JobContext);
    expect(answer).toEqual({ status: 'kept' });
    expect([asked, await avatar()]).toEqual([['/picture'], chosen]);
  });
});
