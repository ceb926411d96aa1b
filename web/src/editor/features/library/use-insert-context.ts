import { useEditorSession } from '../../hooks/use-editor.tsx';
import type { InsertContext } from './model/insert-library-item.ts';

/** Dependencies for inserting items into the open scene. */
export function useInsertContext(): InsertContext {
  const { editor, assets } = useEditorSession();
  return { editor, slotsOf: (asset) => assets.byIri.value.get(asset)?.extra.slots ?? [] };
}
