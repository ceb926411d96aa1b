import type { ConnectedPerson } from '../kernels/connected-people.ts';
import { Store } from '../store.ts';
import { useEditor } from './use-editor.tsx';
import { useStore } from './use-store.ts';

const NOBODY = new Store<readonly ConnectedPerson[]>([]);

/** Other users with the scene open, each once regardless of tabs. */
export function usePeople(): readonly ConnectedPerson[] {
  const { presence } = useEditor();
  return useStore(presence?.people ?? NOBODY);
}
