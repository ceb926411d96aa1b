import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { expect, it } from 'vitest';
import * as Y from 'yjs';
import { addNode } from './ops.ts';
import { syncParts } from './sync-parts.ts';

const SYNC_STEP_2 = 1;
const UPDATE = 2;

function messageOf(step: number, update: Uint8Array): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarString(encoder, 'composition.a');
  encoding.writeVarUint(encoder, 0);
  encoding.writeVarUint(encoder, step);
  encoding.writeVarUint8Array(encoder, update);
  return encoding.toUint8Array(encoder);
}

function stepOf(message: Uint8Array): number {
  const decoder = decoding.createDecoder(message);
  decoding.readVarString(decoder);
  decoding.readVarUint(decoder);
  return decoding.readVarUint(decoder);
}

it.each([SYNC_STEP_2, UPDATE])('the last part of a split sync message keeps the message type: %i', (step) => {
  const ydoc = new Y.Doc();
  for (let at = 0; at < 20; at += 1) {
    addNode(ydoc, { kind: 'box', name: `box ${at}` });
  }
  const message = messageOf(step, Y.encodeStateAsUpdate(ydoc));
  const steps = syncParts(message, 500).map(stepOf);
  expect(steps.length).toBeGreaterThan(2);
  expect(steps).toEqual([...steps.slice(1).map(() => UPDATE), step]);
});
