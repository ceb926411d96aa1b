import { useEffect, useEffectEvent } from 'react';
import { useToast } from '../../components/toast/toast.tsx';
import { fetchCode } from '../../fetch-code.ts';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { useEditorSession } from '../hooks/use-editor.tsx';
import { useWords } from '../hooks/use-words.ts';
import type { ScreenPoint } from '../managers/camera.ts';
import { pictureTargetAt } from '../queries/picture-target.ts';
import { groundAt, landingAt } from '../queries/placement.ts';
import { takeFiles } from './arriving-files.ts';
import { extensionOf, type ImportFile, planImport } from './import-set.ts';
import { usePutPicture } from './use-put-picture.ts';
import { useTellProblems } from './use-tell-problems.ts';

/** Where files were dropped: in pixels of the viewport; `isOnto` when a single picture goes onto the thing there. */
export type DropPlace = ScreenPoint & { isOnto: boolean };

/** Starts imports from files, and says what of them was no use. */
export function useStartImport(): (files: Promise<readonly ImportFile[]>, at: DropPlace | null) => void {
  const session = useEditorSession();
  const { editor, imports } = session;
  const errorText = useErrorText();
  const { t } = useWords();
  const toast = useToast();
  const put = usePutPicture();
  const tellProblems = useTellProblems();
  return (files, at) => {
    // What is under the pointer now, however long the files take to be read.
    const part = at?.isOnto ? pictureTargetAt(editor, at) : null;
    const place = at ? landingAt(editor, at).point : groundAt(editor, null);
    files
      .then(async (found) => {
        const { sets, pictures, problems } = planImport(await withoutPictureZips(found));
        tellProblems(problems);
        imports.start(sets, place);
        const [picture, ...others] = pictures;
        if (part && picture && others.length === 0 && problems.length === 0) {
          put(picture, part);
          return [];
        }
        if (pictures.length === 0) {
          return [];
        }
        const { putPictures } = await fetchCode(() => import('./put-pictures.ts'));
        return putPictures(session, pictures, place);
      })
      .then((failed) => {
        for (const { file, error } of failed) {
          toast({ kind: 'error', text: t('import.failed', { name: file.name, reason: errorText(error) }) });
        }
      })
      .catch(() => toast({ kind: 'error', text: t('import.problem') }));
  };
}

async function withoutPictureZips(files: readonly ImportFile[]): Promise<readonly ImportFile[]> {
  if (!files.some(({ file }) => extensionOf(file.name) === 'zip')) {
    return files;
  }
  const { openPictureZips } = await fetchCode(() => import('./open-picture-zips.ts'));
  return openPictureZips(files);
}

/** Imports what was dropped on the dashboard for this scene, as soon as the scene is open. */
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
