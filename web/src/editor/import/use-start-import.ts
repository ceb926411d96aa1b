import { useEffect, useEffectEvent } from 'react';
import { useToast } from '../../components/toast/toast.tsx';
import { fetchCode } from '../../fetch-code.ts';
import { useEditorSession } from '../hooks/use-editor.tsx';
import { useWords } from '../hooks/use-words.ts';
import type { ScreenPoint } from '../managers/camera.ts';
import { pictureTargetAt } from '../queries/picture-target.ts';
import { placeInView } from '../queries/place-in-view.ts';
import { landingAt, UNKNOWN_SIZE } from '../queries/placement.ts';
import { takeFiles } from './arriving-files.ts';
import type { ImportFile } from './import-set.ts';
import type { PicturePlace } from './put-pictures.ts';
import { usePutPicture } from './use-put-picture.ts';
import { usePutSkiesAndFonts } from './use-put-skies-and-fonts.ts';
import { useTellProblems } from './use-tell-problems.ts';

/** Drop position in viewport pixels; `isOnto` when a single picture is dropped onto the surface there. */
export type DropPlace = ScreenPoint & { isOnto: boolean };

/** Starts imports from files, and reports unusable files. */
export function useStartImport(): (files: Promise<readonly ImportFile[]>, at: DropPlace | null) => void {
  const session = useEditorSession();
  const { editor, imports } = session;
  const { t } = useWords();
  const toast = useToast();
  const put = usePutPicture();
  const putSkiesAndFonts = usePutSkiesAndFonts();
  const tellProblems = useTellProblems();
  const stand = async (pictures: readonly ImportFile[], place: PicturePlace): Promise<void> => {
    const { MAX_PICTURES, putPictures } = await fetchCode(() => import('./put-pictures.ts'));
    if (pictures.length > MAX_PICTURES) {
      const [most, left] = [MAX_PICTURES, pictures.length - MAX_PICTURES];
      toast({ kind: 'error', text: t('import.tooManyPictures', { most, left }) });
    }
    await putPictures(session, pictures, place);
  };
  const tellTrouble = () => toast({ kind: 'error', text: t('import.problem') });
  return (files, at) => {
    // Captured now, as reading the files may take long.
    const part = at?.isOnto ? pictureTargetAt(editor, at) : null;
    const place = at
      ? landingAt(editor, at)
      : { point: placeInView(editor, UNKNOWN_SIZE.clone()).foot, face: null };
    files
      .then(async (found) => {
        const { planFiles } = await fetchCode(() => import('./plan-files.ts'));
        const { sets, pictures, problems, ...given } = await planFiles(found);
        tellProblems(problems);
        imports.start(sets, place.point);
        putSkiesAndFonts(given);
        const [picture, ...others] = pictures;
        if (part && picture && others.length + sets.length + problems.length === 0) {
          put(picture.file, part);
        } else if (pictures.length > 0) {
          await stand(pictures, place);
        }
      })
      .catch(tellTrouble);
  };
}

/** Imports files that were dropped on the dashboard for this scene, once the scene is open. */
export function useArrivingFiles(sceneId: string, isOpen: boolean): void {
  const start = useStartImport();
  const arrive = useEffectEvent(() => {
    const files = takeFiles(sceneId);
    if (files.length > 0) {
      start(Promise.resolve(files), null);
    }
  });
  useEffect(() => {
    if (isOpen) {
      arrive();
    }
  }, [isOpen]);
}
