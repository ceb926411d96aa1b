import { sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { SavingManager } from '../managers/saving.ts';
import { TestEditor } from '../test/test-editor.ts';
import { type ConnectionOptions, SceneConnection } from './scene-connection.ts';

const { server } = vi.hoisted(() => ({
  server: { say: (_answer: { scope: 'readonly' | 'read-write' }): void => undefined },
}));
vi.mock('./parts-socket.ts', () => ({
  PartsSocket: class {
    destroy = () => undefined;
  },
}));
vi.mock('@hocuspocus/provider', () => ({
  HocuspocusProvider: class {
    attach = () => undefined;
    destroy = () => undefined;
    constructor({ onAuthenticated }: { onAuthenticated: typeof server.say }) {
      server.say = onAuthenticated;
    }
  },
}));

beforeEach(() => {
  vi.stubGlobal(
    'window',
    Object.assign(new EventTarget(), { location: { protocol: 'http:', host: 'here' } }),
  );
  return () => vi.unstubAllGlobals();
});

/** The editor of somebody who is told at once what they may, and the connection that hears it from the server later. */
function opened({ isReadOnly }: { isReadOnly: boolean }): TestEditor {
  const editor = new TestEditor();
  editor.isReadOnly.set(isReadOnly);
  const { ydoc } = editor;
  const options = {
    ...{ sceneId: 'scene', personId: 'ada', ydoc, editor, awareness: new Awareness(ydoc) },
    ...{ saving: new SavingManager(ydoc), copies: { canKeep: false } },
  };
  // Nobody asks for a token, and nothing is kept, where nothing is sent.
  new SceneConnection(options as unknown as ConnectionOptions);
  return editor;
}

it('lets nobody edit who was let in to look, before the server has said so', () => {
  const editor = opened({ isReadOnly: true });
  expect(editor.isReadOnly.get()).toBe(true);
  server.say({ scope: 'read-write' });
  expect(editor.isReadOnly.get()).toBe(false);
});

it('lets nobody edit around what only a newer page knows, whatever the server says', () => {
  const editor = opened({ isReadOnly: false });
  const { nodes } = sceneRoots(editor.ydoc);
  nodes.set('new', new Y.Map([['kind', 'hologram']]));
  server.say({ scope: 'read-write' });
  expect([editor.isReadOnly.get(), editor.isOfNewer.get()]).toEqual([true, true]);
  nodes.delete('new');
  expect([editor.isReadOnly.get(), editor.isOfNewer.get()]).toEqual([false, false]);
});
