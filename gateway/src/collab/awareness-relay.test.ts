import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import type { Document } from '@hocuspocus/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Awareness, applyAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { AwarenessRelay, type AwarenessRelayOptions } from './awareness-relay.ts';

const SCENE = 'kitchen';

describe('presence between gateways', () => {
  let awareness: Awareness;
  let sent: string[];
  let close: () => void;
  beforeEach(() => {
    vi.useFakeTimers();
    awareness = new Awareness(new Y.Doc());
    sent = [];
    const document = { awareness } as Document;
    const relay = new AwarenessRelay({
      bus: {
        publish: async (_channel: string, message: string | readonly string[]) => {
          sent.push(String(message));
        },
        subscribe: () => () => undefined,
      } as unknown as AwarenessRelayOptions['bus'],
      logger: createLogger('relay-test', { level: 'silent' }),
      gatewayId: 'a',
      findDocument: () => document,
      idOf: () => SCENE,
      isElsewhere: () => true,
      onClientsElsewhere: () => undefined,
      ready: { toSend: async () => undefined, toShow: async () => undefined },
    });
    awareness.on('update', (change: { added: number[]; updated: number[]; removed: number[] }) =>
      relay.handleChange({ document, ...change, transactionOrigin: null }),
    );
    close = () => relay.close();
  });
  afterEach(() => {
    close();
    awareness.destroy();
    vi.useRealTimers();
  });

  it('is sent at most 20 times a second, with the last state included', async () => {
    for (let step = 1; step <= 200; step += 1) {
      awareness.setLocalState({ cursor: [step, 0, 0], camera: [step, 1, 2, 0, 0, 0, 40], following: step });
      await vi.advanceTimersByTimeAsync(5);
    }
    await vi.advanceTimersByTimeAsync(100);
    expect(sent.length).toBeLessThanOrEqual(20);
    const there = new Awareness(new Y.Doc());
    const [, , , , piece = ''] = sent.at(-1)?.split(':') ?? [];
    applyAwarenessUpdate(there, Buffer.from(piece, 'base64'), 'bus');
    expect(there.getStates().get(awareness.clientID)).toEqual({
      cursor: [200, 0, 0],
      camera: [200, 1, 2, 0, 0, 0, 40],
      following: 200,
    });
    there.destroy();
  });
});
