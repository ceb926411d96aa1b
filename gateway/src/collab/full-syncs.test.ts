import { type Connection, Document, OutgoingMessage } from '@hocuspocus/server';
import { expect, it } from 'vitest';
import { writeSyncStep1 } from 'y-protocols/sync';
import * as Y from 'yjs';
import { clearFullSync, FullSyncs, isFullSync } from './full-syncs.ts';
import { readEnvelope } from './presence-message.ts';

const LARGE = { holder: 'ada', bytes: 1_000_000 };

function arrange() {
  const document = new Document('composition.1');
  document.getMap('nodes').set('a', 1);
  const sent: Uint8Array[] = [];
  const connection = { send: (message: Uint8Array) => sent.push(message) } as unknown as Connection;
  const reads = new FullSyncs();
  return { document, sent, read: () => reads.send(connection, document, LARGE), reads };
}

it('an unchanged document is encoded once for all its readers', async () => {
  const { document, sent, read } = arrange();
  await Promise.all(Array.from({ length: 20 }, read));
  const answers = sent.filter((_, at) => at % 2 === 0);
  expect([answers.length, new Set(answers.map(({ buffer }) => buffer)).size]).toEqual([20, 1]);
  document.getMap('nodes').set('b', 2);
  await read();
  expect(sent.at(-2)?.buffer).not.toBe(answers[0]?.buffer);
  expect(sent.at(-2)?.length).toBeGreaterThan(answers[0]?.length ?? 0);
});

it('large documents are encoded one at a time, with users in turn', async () => {
  const reads = new FullSyncs();
  const order: string[] = [];
  const take = async (holder: string) => {
    expect(await reads.waitForTurn(holder, LARGE.bytes)).toBe(true);
    order.push(holder);
  };
  const turns = ['ada', 'ada', 'ada', 'bob'].map(take);
  await turns[0];
  expect(order).toEqual(['ada']);
  await Promise.all(turns);
  expect(order).toEqual(['ada', 'ada', 'bob', 'ada']);
});

it('isFullSync recognizes only requests for a full document, and clearFullSync unmarks them', () => {
  const request = (ydoc: Y.Doc) => {
    const message = new OutgoingMessage('composition.1').createSyncMessage();
    writeSyncStep1(message.encoder, ydoc);
    return message.toUint8Array();
  };
  const full = request(new Y.Doc());
  const ydoc = new Y.Doc();
  ydoc.getMap('nodes').set('a', 1);
  expect([isFullSync(full), isFullSync(request(ydoc)), isFullSync(new Uint8Array([1]))]).toEqual([
    true,
    false,
    false,
  ]);
  clearFullSync(full);
  expect(isFullSync(full)).toBe(false);
  expect(readEnvelope(full)?.documentName).toBe('composition.1');
});
