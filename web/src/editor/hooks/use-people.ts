import type { PersonHere } from '../kernels/people-here.ts';
import { Store } from '../store.ts';
import { useEditor } from './use-editor.tsx';
import { useStore } from './use-store.ts';

const NOBODY = new Store<readonly PersonHere[]>([]);

/** Other users with the scene open, each once regardless of tabs. */
export function usePeople(): readonly PersonHere[] {
  const { presence } = useEditor();
  return useStore(presence?.people ?? NOBODY);
}
