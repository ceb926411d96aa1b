import { type DragEvent, useState } from 'react';
import { useToast } from '../../components/toast/toast.tsx';
import { useLibraryWords } from '../../hooks/use-library-words.ts';
import { endAim } from '../commands/aim-pictures.ts';
import { countPictures } from '../import/read-drop.ts';
import { type PictureSource, usePutPicture } from '../import/use-put-picture.ts';
import { type PanelPart, putOnPart, unlocked } from './put-on-part.ts';
import { mapOf } from './put-thing.ts';
import { THING_DRAG } from './use-drop-on-scene.ts';
import { usePutMeans } from './use-put-means.ts';

/**
 * Drop target at the head of a material in the inspector. A library material replaces it; a picture from the
 * library or this device becomes its map.
 * @param part - null if no node uses the material, which disables the drop
 * @returns props of the head; `data-over` marks a drag that would be accepted
 */
export function useDropOnPart(part: PanelPart | null) {
  const means = usePutMeans();
  const { editor } = means;
  const putPicture = usePutPicture();
  const { t } = useLibraryWords();
  const toast = useToast();
  const [isOver, setIsOver] = useState(false);

  const isTaken = ({ dataTransfer }: DragEvent): boolean => {
    const kind = dataTransfer.types.includes(THING_DRAG) ? editor.carried.get()?.kind : undefined;
    const isLook = kind === 'material' || kind === 'texture';
    const canTake = part !== null && unlocked(editor, part.ids).length > 0 && !editor.isReadOnly.get();
    return canTake && (isLook || countPictures(dataTransfer) === 1);
  };
  const show = (to: PanelPart, source: PictureSource) => {
    const [first, ...others] = unlocked(editor, to.ids).map((id) => ({ id, slot: to.slot, isInPlace: true }));
    if (!first) {
      return 'noTarget';
    }
    putPicture(source, first, ...others);
    return 'done';
  };
  const take = (to: PanelPart, [file]: FileList) => {
    const thing = editor.carried.get();
    if (file) {
      return show(to, file);
    }
    return thing?.kind === 'texture' && thing.asset
      ? show(to, { asset: thing.asset, name: thing.name ?? '', map: mapOf(thing) })
      : thing && putOnPart(means, thing, to);
  };
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (isTaken(event)) {
        event.preventDefault();
        event.stopPropagation();
        endAim(editor);
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
