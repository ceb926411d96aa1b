import { useEditorSession } from '../hooks/use-editor.tsx';
import type { PutMeans } from './put-thing.ts';

/** Dependencies for inserting items into the open scene. */
export function usePutMeans(): PutMeans {
  const { editor, assets } = useEditorSession();
  return { editor, slotsOf: (asset) => assets.get().get(asset)?.extra.slots ?? [] };
}
