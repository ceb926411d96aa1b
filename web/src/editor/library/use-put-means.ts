import { useEditorSession } from '../hooks/use-editor.tsx';
import type { PutMeans } from './put-thing.ts';

/** What putting things into the open scene needs. */
export function usePutMeans(): PutMeans {
  const { editor, assets } = useEditorSession();
  return { editor, slotsOf: (asset) => assets.get().get(asset)?.extra.slots ?? [] };
}
