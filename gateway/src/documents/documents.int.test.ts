import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_VIOLATIONS } from '@diorama/shared/contract/errors.ts';
import { emptyDocument } from '@diorama/shared/scene/document.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Person, startHarness, useHarness } from '../test/harness.ts';
import { recordStatements } from '../test/statements.ts';

/** A document of some megabytes. */
function largeDocument(nodes: number) {
  const node = (at: number) => ({
    kind: 'box',
    parent: null,
    index: `a${at.toString(36).padStart(5, '0')}V`,
    name: `Box ${at} ${'x'.repeat(80)}`,
    props: { size: [1, 1, 1] },
  });
  return {
    ...emptyDocument(),
    nodes: Object.fromEntries(Array.from({ length: nodes }, (_, at) => [`box-${at}`, node(at)])),
  };
}

function manyKeys(count: number, value: () => string): string {
  return Array.from({ length: count }, (_, at) => `"${at.toString(36)}":${value()}`).join(',');
}

describe('a large document', () => {
  const harness = useHarness();
  let owner: Person;
  let path: string;
  beforeAll(async () => {
    owner = await harness.signUp('owner');
    const { json } = await harness.call('POST', '/api/compositions', { token: owner.token, body: {} });
    path = `/api/compositions/${json.uuid}/document`;
  });

  const put = (body: unknown, revision: number) =>
    harness.call('PUT', path, { token: owner.token, body, headers: { 'if-match': String(revision) } });
  const get = (headers: Record<string, string> = {}) =>
    harness.call('GET', path, { token: owner.token, headers });

  it('is validated, stored and read again', async () => {
    const document = largeDocument(4_000);
    expect(JSON.stringify(document).length).toBeGreaterThan(500_000);
    expect((await put({ document }, 0)).status).toBe(200);
    const { status, json } = await get();
    expect(status).toBe(200);
    expect(Object.keys((json.document as typeof document).nodes)).toHaveLength(4_000);
  });

  it('is rejected when invalid, as a small one is', async () => {
    const document = largeDocument(3_000);
    Object.assign(document.nodes['box-7'] ?? {}, { kind: 'nothing' });
    const { status, text } = await put({ document }, 1);
    expect(status).toBe(422);
    expect(JSON.parse(text).violations[0].propertyPath).toMatch(/^document\.nodes\.box-7/);
    expect((await put('{"document":', 1)).status).toBe(400);
    expect((await put({}, 1)).status).toBe(422);
  });

  it.each([
    ['lists', () => `[${'[],'.repeat(3_000_000)}[]]`],
    ['deeply nested lists', () => '['.repeat(4_500_000) + ']'.repeat(4_500_000)],
    ['keys', () => `{${manyKeys(1_000_000, () => '0')}}`],
    ['nodes of an unknown kind', () => `{"nodes":{${manyKeys(400_000, () => '{"kind":"b"}')}}}`],
    ['one long key', () => `{"${'x'.repeat(9_000_000)}":0}`],
  ])(
    'of %s alone is rejected with a short response, and the next request succeeds',
    { tags: ['full'] },
    async (_, make) => {
      const headers = {
        Authorization: `Bearer ${owner.token}`,
        'Content-Type': 'application/json',
        'If-Match': '1',
      };
      const send = () =>
        fetch(`${harness.url}${path}`, { method: 'PUT', headers, body: `{"document":${make()}}` });
      let answer = await send();
      // A machine that is too busy asks to come again.
      while (answer.status === 503) {
        answer = await send();
      }
      expect([413, 422]).toContain(answer.status);
      const text = await answer.text();
      expect(text.length).toBeLessThan(100_000);
      expect(JSON.parse(text).violations.length).toBeLessThanOrEqual(MAX_VIOLATIONS);
      expect((await get()).status).toBe(200);
    },
  );

  it('is read from the database once per revision, and not when the ETag matches', async () => {
    await get();
    const again = await recordStatements(() => get());
    expect(again.result.status).toBe(200);
    expect(again.statements.filter(({ text }) => text.includes('document::text'))).toEqual([]);
    const held = await get({ 'if-none-match': String(again.result.headers.get('etag')) });
    expect([held.status, held.text]).toEqual([304, '']);
    const weak = await get({ 'if-none-match': `"other", W/${again.result.headers.get('etag')}` });
    expect(weak.status).toBe(304);
  });

  it('is processed on another thread without blocking the event loop', async () => {
    const text = JSON.stringify(largeDocument(20_000));
    let turns = 0;
    let isRunning = true;
    const count = async () => {
      while (isRunning) {
        turns += 1;
        await sleep(1);
      }
    };
    const counting = count();
    const caller = { userId: owner.userId, ip: '127.0.0.1' };
    const id = path.split('/')[3];
    const prepared = await harness.deps.documents.prepareReplacement(
      String(id),
      Buffer.from(`{"document":${text}}`),
      caller,
    );
    isRunning = false;
    await counting;
    expect(prepared.references).toEqual([]);
    // On the event loop the same work would block it for all of its time.
    expect(turns).toBeGreaterThan(20);
  });

  it('of one user waits behind only a few of another user', async () => {
    const body = Buffer.from(JSON.stringify({ document: largeDocument(4_000) }));
    const id = path.split('/')[3];
    const ask = (userId: string) =>
      harness.deps.documents
        .prepareReplacement(String(id), body, { userId, ip: '127.0.0.1' })
        .then(() => 'done')
        .catch((error: { code?: string }) => error.code);
    const flood = Array.from({ length: 12 }, () => ask('flood'));
    const other = ask('other');
    expect(await other).toBe('done');
    const outcomes = await Promise.all(flood);
    expect(outcomes.filter((outcome) => outcome === 'done').length).toBeLessThanOrEqual(6);
    expect(outcomes).toContain('request.too-many');
  });
});

it('a document with edits that cannot be stored returns 503 until they are stored', {
  tags: ['full'],
}, async () => {
  const harness = await startHarness();
  try {
    const { token } = await harness.signUp('owner');
    const { json } = await harness.call('POST', '/api/compositions', { token, body: {} });
    const path = `/api/compositions/${json.uuid}/document`;
    const settled = vi.spyOn(harness.deps.scenes, 'settled').mockReturnValue(new Promise(() => undefined));
    const refused = await harness.call('GET', path, { token });
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true]);
    settled.mockRestore();
    expect((await harness.call('GET', path, { token })).status).toBe(200);
  } finally {
    await harness.close();
  }
});

it('documents count against their reader’s rate limit by bytes', { tags: ['full'] }, async () => {
  const harness = await startHarness({ RATE_LIMIT_FACTOR: '0.01' });
  try {
    const owner = await harness.signUp('owner');
    const { json } = await harness.call('POST', '/api/compositions', { token: owner.token, body: {} });
    const path = `/api/compositions/${json.uuid}/document`;
    const body = { document: largeDocument(2_000) };
    const headers = { 'if-match': '0' };
    expect((await harness.call('PUT', path, { token: owner.token, body, headers })).status).toBe(200);
    const answers: number[] = [];
    for (let times = 0; times < 12 && answers.at(-1) !== 429; times += 1) {
      const { status, headers: sent } = await harness.call('GET', path, { token: owner.token });
      answers.push(status);
      if (status === 429) {
        expect(Number(sent.get('retry-after'))).toBeGreaterThan(0);
      }
    }
    expect(answers.at(-1)).toBe(429);
    expect(answers.length).toBeGreaterThan(1);
  } finally {
    await harness.close();
  }
});
