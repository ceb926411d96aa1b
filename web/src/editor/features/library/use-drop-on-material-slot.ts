import { type DragEvent, useState } from 'react';
import { useToast } from '../../../components/toast/toast.tsx';
import { countPictures } from '../../../files/read-dropped-files.ts';
import { useLibraryTranslations } from '../../../hooks/use-library-translations.ts';
import { endDropPreview } from '../../commands/preview-picture-drop.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { type PictureSource, useAssignPicture } from '../import/use-assign-picture.ts';
import { assignLibraryMaterial, type PanelPart, unlocked } from './model/assign-library-material.ts';
import { mapOf } from './model/library-material.ts';
import { ITEM_DRAG_TYPE } from './use-drop-on-scene.ts';
import { useInsertContext } from './use-insert-context.ts';

/**
 * Drop target at the head of a material in the inspector. A library material replaces it; a picture from the
 * library or this device becomes its map.
 * @param part - null if no node uses the material, which disables the drop
 * @returns props of the head; `data-over` marks a drag that would be accepted
 */
export function useDropOnMaterialSlot(part: PanelPart | null) {
  const context = useInsertContext();
  const editor = useEditor();
  const assignPicture = useAssignPicture();
  const { t } = useLibraryTranslations();
  const toast = useToast();
  const [isOver, setIsOver] = useState(false);

  const isTaken = ({ dataTransfer }: DragEvent): boolean => {
    const kind = dataTransfer.types.includes(ITEM_DRAG_TYPE) ? editor.draggedItem.value?.kind : undefined;
    const isLook = kind === 'material' || kind === 'texture';
    const canTake = part !== null && unlocked(editor, part.ids).length > 0 && !editor.isReadOnly.value;
    return canTake && (isLook || countPictures(dataTransfer) === 1);
  };
  const show = (to: PanelPart, source: PictureSource) => {
    const [first, ...others] = unlocked(editor, to.ids).map((id) => ({ id, slot: to.slot, isInPlace: true }));
    if (!first) {
      return 'noTarget';
    }
    assignPicture(source, first, ...others);
    return 'done';
  };
  const take = (to: PanelPart, [file]: FileList) => {
    const item = editor.draggedItem.value;
    if (file) {
      return show(to, file);
    }
    return item?.kind === 'texture' && item.asset
      ? show(to, { asset: item.asset, name: item.name ?? '', map: mapOf(item) })
      : item && assignLibraryMaterial(context, item, to);
  };
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (isTaken(event)) {
        event.preventDefault();
        event.stopPropagation();
        endDropPreview(editor);
        setIsOver(true);
      }
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) =>
      setIsOver(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
    onDrop: (event: DragEvent) => {
      setIsOver(false);
      if (part && isTaken(event)) {
        event.preventDefault();
        event.stopPropagation();
        const outcome = take(part, event.dataTransfer.files);
        if (outcome && outcome !== 'done') {
          toast({ kind: 'warning', text: t(`library.drawer.${outcome}`) });
        }
      }
    },
  };
}
