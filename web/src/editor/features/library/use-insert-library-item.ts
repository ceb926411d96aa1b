import { useToast } from '../../../components/toast/toast.tsx';
import { useLibraryTranslations } from '../../../hooks/use-library-translations.ts';
import type { LibraryItem } from '../../../library/use-library.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import type { ScreenPoint } from '../../managers/camera.ts';
import { dropTargetAt } from '../../queries/drop-target.ts';
import { useAssignPicture } from '../import/use-assign-picture.ts';
import { type InsertOutcome, insertLibraryItem } from './model/insert-library-item.ts';
import { mapOf } from './model/library-material.ts';
import { useInsertComponent } from './use-insert-component.ts';
import { useInsertContext } from './use-insert-context.ts';
import { usePlacePicture } from './use-place-picture.ts';

/** Drop position in viewport pixels; `alt` forces a picture to be placed as a node. */
export type DropPoint = ScreenPoint & { alt: boolean };

/** Inserts an item into the scene, and reports failures; `at` is null for a click. */
export function useInsertLibraryItem(): (item: LibraryItem, at: DropPoint | null) => void {
  const context = useInsertContext();
  const { imports } = useEditorSession();
  const assignPicture = useAssignPicture();
  const stand = usePlacePicture();
  const placeComponent = useInsertComponent();
  const { t } = useLibraryTranslations();
  const toast = useToast();
  const dropTexture = (item: LibraryItem, asset: string, at: DropPoint): InsertOutcome => {
    if (context.editor.isReadOnly.value) {
      return 'readOnly';
    }
    const { name = '' } = item;
    const map = mapOf(item);
    // Only colour pictures can be placed as nodes.
    const canStand = map === 'color';
    const part = at.alt && canStand ? null : dropTargetAt(context.editor, at);
    if (part) {
      assignPicture({ asset, name, map }, part);
      return 'done';
    }
    if (canStand) {
      stand({ asset, name }, at);
      return 'done';
    }
    return 'noTarget';
  };
  return (item, at) => {
    if (item.kind === 'component') {
      // Never rejects.
      void placeComponent(item, at);
      return;
    }
    const outcome =
      at && item.asset && item.kind === 'texture'
        ? dropTexture(item, item.asset, at)
        : insertLibraryItem(context, item, at);
    const { primary } = context.editor.selection;
    if (outcome === 'done' && item.kind === 'model' && primary !== null) {
      imports.noteInserted(primary);
    }
    if (outcome !== 'done') {
      toast({ kind: outcome === 'selectFirst' ? 'info' : 'warning', text: t(`library.drawer.${outcome}`) });
    }
  };
}
