import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import type { EditorOptions } from '../editor.ts';

/** Options of an editor whose user is alone, completed by those given. */
export function loneUser({ ydoc = new Y.Doc(), ...given }: Partial<EditorOptions> = {}): EditorOptions {
  const awareness = new Awareness(ydoc);
  // Ends its timer, which tests that run all timers would wait for.
  awareness.destroy();
  const person = { uuid: 'me', name: 'Me', avatarUrl: null, avatarColor: '#ffffff' };
  return { ydoc, presence: { awareness, person }, ...given };
}
