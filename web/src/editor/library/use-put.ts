import { useToast } from '../../components/toast/toast.tsx';
import { useLibraryWords } from '../../hooks/use-library-words.ts';
import type { LibraryThing } from '../../library/use-library.ts';
import { useEditorSession } from '../hooks/use-editor.tsx';
import { usePutPicture } from '../import/use-put-picture.ts';
import type { ScreenPoint } from '../managers/camera.ts';
import { pictureTargetAt } from '../queries/picture-target.ts';
import { mapOf, type PutOutcome, putThing } from './put-thing.ts';
import { usePutMeans } from './use-put-means.ts';
import { useStandPicture } from './use-stand-picture.ts';

/** Drop position in viewport pixels; `alt` forces a picture to be placed as a node. */
export type ThingPlace = ScreenPoint & { alt: boolean };

/** Inserts an item into the scene, and reports failures; `at` is null for a click. */
export function usePut(): (thing: LibraryThing, at: ThingPlace | null) => void {
  const means = usePutMeans();
  const { imports } = useEditorSession();
  const putPicture = usePutPicture();
  const stand = useStandPicture();
  const { t } = useLibraryWords();
  const toast = useToast();
  const dropTexture = (thing: LibraryThing, asset: string, at: ThingPlace): PutOutcome => {
    if (means.editor.isReadOnly.get()) {
      return 'readOnly';
    }
    const { name = '' } = thing;
    const map = mapOf(thing);
    // Only colour pictures can be placed as nodes.
    const canStand = map === 'color';
    const part = at.alt && canStand ? null : pictureTargetAt(means.editor, at);
    if (part) {
      putPicture({ asset, name, map }, part);
      return 'done';
    }
    if (canStand) {
      stand({ asset, name }, at);
      return 'done';
    }
    return 'noTarget';
  };
  return (thing, at) => {
    const outcome =
      at && thing.asset && thing.kind === 'texture'
        ? dropTexture(thing, thing.asset, at)
        : putThing(means, thing, at);
    const { primary } = means.editor.selection;
    if (outcome === 'done' && thing.kind === 'model' && primary !== null) {
      imports.askSize(primary);
    }
    if (outcome !== 'done') {
      toast({ kind: outcome === 'selectFirst' ? 'info' : 'warning', text: t(`library.drawer.${outcome}`) });
    }
  };
}
