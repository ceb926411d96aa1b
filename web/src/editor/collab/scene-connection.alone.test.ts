import { sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { SavingManager } from '../managers/saving.ts';
import { TestEditor } from '../test/test-editor.ts';
import { type ConnectionOptions, SceneConnection } from './scene-connection.ts';

const { server, socket } = vi.hoisted(() => ({
  server: {
    say: (_answer: { scope: 'readonly' | 'read-write' }): void => undefined,
    close: (_closed: { event: { code: number } }): void => undefined,
    deny: (_denied: { reason: string }): void => undefined,
  },
  socket: { connects: 0, disconnects: 0 },
}));
vi.mock('./chunking-socket.ts', () => ({
  ChunkingSocket: class {
    status = 'disconnected';
    destroy = () => undefined;
    connect = async () => {
      socket.connects += 1;
    };
    disconnect = () => {
      socket.disconnects += 1;
    };
  },
}));
vi.mock('@hocuspocus/provider', () => ({
  HocuspocusProvider: class {
    attach = () => undefined;
    destroy = () => undefined;
    constructor(options: {
      onAuthenticated: typeof server.say;
      onClose: typeof server.close;
      onAuthenticationFailed: typeof server.deny;
    }) {
      server.say = options.onAuthenticated;
      server.close = options.onClose;
      server.deny = options.onAuthenticationFailed;
    }
  },
}));

beforeEach(() => {
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { origin: 'http://here' } }));
  return () => vi.unstubAllGlobals();
});

/**
 * Editor of a user whose permission is known at once, with a connection that receives it from the server
 * later.
 */
function opened({ isReadOnly }: { isReadOnly: boolean }): TestEditor {
  const editor = new TestEditor();
  editor.isReadOnly.value = isReadOnly;
  const { ydoc } = editor;
  const options = {
    ...{ sceneId: 'scene', personId: 'ada', ydoc, editor, awareness: new Awareness(ydoc) },
    ...{ saving: new SavingManager(ydoc), copies: { canKeep: false }, access: async () => 'open' },
  };
  // No token is requested and nothing is stored, as nothing is sent.
  new SceneConnection(options as unknown as ConnectionOptions);
  return editor;
}

it('a scene opened as read-only is editable only after the server grants read-write', () => {
  const editor = opened({ isReadOnly: true });
  expect(editor.isReadOnly.value).toBe(true);
  server.say({ scope: 'read-write' });
  expect(editor.isReadOnly.value).toBe(false);
});

it('a scene with nodes of a newer release stays read-only after a read-write grant', () => {
  const editor = opened({ isReadOnly: false });
  const { nodes } = sceneRoots(editor.ydoc);
  nodes.set('new', new Y.Map([['kind', 'hologram']]));
  server.say({ scope: 'read-write' });
  expect([editor.isReadOnly.value, editor.isOfNewer.value]).toEqual([true, true]);
  nodes.delete('new');
  expect([editor.isReadOnly.value, editor.isOfNewer.value]).toEqual([false, false]);
});

it('a connection that exceeded the tab limit reconnects when its tab becomes visible, or after a minute', async () => {
  vi.useFakeTimers();
  const page = Object.assign(new EventTarget(), { hidden: true });
  vi.stubGlobal('document', page);
  opened({ isReadOnly: false });
  const before = { ...socket };
  server.close({ event: { code: 4429 } });
  await vi.advanceTimersByTimeAsync(30_000);
  expect([socket.disconnects - before.disconnects, socket.connects - before.connects]).toEqual([1, 0]);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  expect(socket.connects - before.connects).toBe(1);
  server.close({ event: { code: 4429 } });
  await vi.advanceTimersByTimeAsync(61_000);
  expect(socket.connects - before.connects).toBe(2);
  vi.useRealTimers();
});

it('the connection retries with a long delay when the server rejected its message', async () => {
  vi.useFakeTimers();
  opened({ isReadOnly: false });
  const before = socket.connects;
  server.deny({ reason: 'message-too-large' });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(socket.connects).toBe(before);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(socket.connects).toBe(before + 1);
  server.deny({ reason: 'permission-denied' });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(socket.connects).toBe(before + 2);
  vi.useRealTimers();
});
