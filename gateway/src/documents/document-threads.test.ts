import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { DocumentThreads } from './document-threads.ts';

const OWNER = { subject: 'user', holder: 'somebody' } as const;

afterEach(() => {
  vi.useRealTimers();
});

it('DocumentThreads rejects work that takes too long and runs the next', async () => {
  const threads = new DocumentThreads({
    logger: createLogger('test', { level: 'silent' }),
    limitsMet: { record: () => undefined },
  });
  const nodes = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`box-${at}`, { kind: 'box' }]));
  const body = Buffer.from(JSON.stringify({ document: { nodes, filler: 'x'.repeat(100_000) } }));
  const work = { kind: 'replace', body, updates: [] } as const;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const late = threads.run({ ...work, updates: [] }, OWNER);
  vi.advanceTimersByTime(30_000);
  await expect(late).rejects.toMatchObject({ code: 'server.unavailable' });
  vi.useRealTimers();
  await expect(threads.run({ ...work, updates: [] }, OWNER)).resolves.toBeDefined();
  await threads.close();
});
