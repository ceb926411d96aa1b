import { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import type { Context } from 'koa';
import { expect, it, onTestFinished, vi } from 'vitest';
import { UnreadBytes } from '../limits/unread-bytes.ts';
import { setJsonBody } from './send-json.ts';

const DOCUMENT_BYTES = 200_000;
const LIMITS = { ofConnection: 150_000, ofUser: 9.5 * DOCUMENT_BYTES, ofProcess: 20 * DOCUMENT_BYTES };
const ADA = { subject: 'user', holder: 'ada' } as const;
const VISITORS = { subject: 'network', holder: '203.0.113.7' } as const;

function arrange() {
  const record = vi.fn();
  const unread = new UnreadBytes({ record }, LIMITS);
  onTestFinished(() => unread.close());
  /** Begins an answer with a document, and reads `bytes` of it. */
  const answer = (document: Uint8Array, reader: Parameters<UnreadBytes['open']>[0] = ADA, bytes = 1) => {
    const cut = vi.fn();
    const response = new EventEmitter();
    // Only this part of the context is used.
    const ctx = { res: response } as unknown as Context;
    setJsonBody(ctx, ['{"document":', document, '}'], () => unread.open(reader, cut));
    const body = ctx.body as Readable;
    body.read(bytes);
    return { cut, body, close: () => response.emit('close') };
  };
  return { unread, record, answer };
}

const newDocument = (bytes = DOCUMENT_BYTES) => new Uint8Array(bytes);
const isCut = ({ cut }: { cut: ReturnType<typeof vi.fn> }) => cut.mock.calls.length > 0;

it('at the limit of a user, the response with the user’s largest unread document is cut off', () => {
  const { record, answer } = arrange();
  const visitor = answer(newDocument(2 * DOCUMENT_BYTES), VISITORS);
  const answers = Array.from({ length: 10 }, (_, at) => answer(newDocument(DOCUMENT_BYTES + at)));
  expect(answers.map(isCut)).toEqual([...Array(9).fill(false), true]);
  expect(isCut(visitor)).toBe(false);
  expect(record.mock.calls).toEqual([[{ limit: 'unread-bytes-of-user', ...ADA }]]);
});

it('at the limit of the process, the slowest readers of different documents are cut off', () => {
  const { unread, answer } = arrange();
  const answers = Array.from({ length: 30 }, () => answer(newDocument(), VISITORS));
  expect(answers.filter(isCut).length).toBeGreaterThanOrEqual(10);
  expect(isCut(answers[29] ?? answer(newDocument()))).toBe(false);
  expect(unread.total).toBeLessThanOrEqual(LIMITS.ofProcess);
});

it('a document counts once, regardless of how many responses are unread', () => {
  const { unread, record, answer } = arrange();
  const document = newDocument();
  const answers = Array.from({ length: 500 }, () => [answer(document), answer(document, VISITORS)]).flat();
  expect(record).not.toHaveBeenCalled();
  expect(unread.total).toBeLessThan(1.2 * DOCUMENT_BYTES);
  const [last, ...others] = answers;
  for (const { close } of others) {
    close();
  }
  expect(unread.total).toBeGreaterThanOrEqual(DOCUMENT_BYTES);
  last?.close();
  expect(unread.total).toBe(0);
});

it('a document counts until its response is closed', async () => {
  const { unread, answer } = arrange();
  const { body, close } = answer(newDocument());
  body.resume();
  await vi.waitUntil(() => body.readableEnded);
  expect(unread.total).toBe(DOCUMENT_BYTES);
  close();
  expect(unread.total).toBe(0);
});
