import { useEffect, useEffectEvent } from 'react';
import { useApi } from '../../../api/provider.tsx';
import type { UploadOptions } from '../../../api/upload-options.ts';
import { useToast } from '../../../components/toast/toast.tsx';
import { fetchCode } from '../../../fetch-code.ts';
import type { ImportFile, ImportPlan } from '../../../files/import-set.ts';
import { takeQueuedFiles } from '../../../files/queued-files.ts';
import { useErrorText } from '../../../hooks/use-errors.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useFirstTranslations } from '../../hooks/use-editor-translations.ts';
import type { ScreenPoint } from '../../managers/camera.ts';
import { dropTargetAt } from '../../queries/drop-target.ts';
import { placeInView } from '../../queries/place-in-view.ts';
import { dropPlacementAt, UNKNOWN_SIZE } from '../../queries/placement.ts';
import { textNodesIn } from '../../queries/text-nodes-in.ts';
import type { PicturePlace } from './import-pictures.ts';
import { useAssignPicture } from './use-assign-picture.ts';
import { useReportProblems } from './use-report-problems.ts';

/** Drop position in viewport pixels; `isOnto` when a single picture is dropped onto the surface there. */
type DropPlace = ScreenPoint & { isOnto: boolean };

/** Starts imports from files, and reports unusable files. */
export function useStartImport(): (files: Promise<readonly ImportFile[]>, at: DropPlace | null) => void {
  const session = useEditorSession();
  const { editor, imports } = session;
  const { t } = useFirstTranslations();
  const toast = useToast();
  const put = useAssignPicture();
  const uploadSkiesAndFonts = useUploadSkiesAndFonts();
  const reportProblems = useReportProblems();
  const stand = async (pictures: readonly ImportFile[], place: PicturePlace): Promise<void> => {
    const { MAX_PICTURES, importPictures } = await fetchCode(() => import('./import-pictures.ts'));
    if (pictures.length > MAX_PICTURES) {
      const [most, left] = [MAX_PICTURES, pictures.length - MAX_PICTURES];
      toast({ kind: 'error', text: t('import.tooManyPictures', { most, left }) });
    }
    await importPictures(session, pictures, place);
  };
  const reportProblem = () => toast({ kind: 'error', text: t('import.problem') });
  return (files, at) => {
    // Captured now, as reading the files may take long.
    const part = at?.isOnto ? dropTargetAt(editor, at) : null;
    const place = at
      ? dropPlacementAt(editor, at)
      : { point: placeInView(editor, UNKNOWN_SIZE.clone()).foot, face: null };
    files
      .then(async (found) => {
        const { planFiles } = await fetchCode(() => import('./plan-files.ts'));
        const { sets, pictures, problems, ...given } = await planFiles(found);
        reportProblems(problems);
        imports.start(sets, place.point);
        uploadSkiesAndFonts(given);
        const [picture, ...others] = pictures;
        if (part && picture && others.length + sets.length + problems.length === 0) {
          put(picture.file, part);
        } else if (pictures.length > 0) {
          await stand(pictures, place);
        }
      })
      .catch(reportProblem);
  };
}

/** Imports files that were dropped on the dashboard for this scene, once the scene is open. */
export function useArrivingFiles(sceneId: string, isOpen: boolean): void {
  const start = useStartImport();
  const arrive = useEffectEvent(() => {
    const files = takeQueuedFiles(sceneId);
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

type Put = (options: Required<Pick<UploadOptions, 'signal' | 'onProgress'>>) => Promise<void>;

const loadPutting = () => fetchCode(() => import('./upload-sky-or-font.ts'));

/**
 * Applies dropped scene files in the background: the first sky lights the scene, the first font goes to the
 * selected texts. All other fonts go into the library.
 */
function useUploadSkiesAndFonts(): (given: Pick<ImportPlan, 'skies' | 'fonts'>) => void {
  const session = useEditorSession();
  const { upload } = useApi();
  const { t } = useFirstTranslations();
  const toast = useToast();
  const errorText = useErrorText();
  const send = (file: File, put: Put) => {
    const stop = new AbortController();
    const { signal } = stop;
    const { progress, end } = session.editor.ui.beginFile(file.name, () => stop.abort());
    put({ signal, onProgress: progress })
      .catch((error: unknown) => {
        if (!signal.aborted) {
          const text = t('import.failed', { name: file.name, reason: errorText(error) });
          toast({
            kind: 'error',
            text,
            action: { label: t('import.retry'), onSelect: () => send(file, put) },
          });
        }
      })
      .finally(end);
  };
  return ({ skies: [sky, ...further], fonts }) => {
    const { editor } = session;
    if (sky) {
      send(sky.file, async (options) => (await loadPutting()).uploadSky(session, sky.file, options));
    }
    if (further.length > 0) {
      const files = further.map(({ file }) => file.name).join(', ');
      toast({ kind: 'info', text: t('import.oneSky', { files }) });
    }
    const texts = textNodesIn(editor, editor.selection.ids.value);
    for (const [at, { file }] of fonts.entries()) {
      if (at === 0 && texts.length > 0) {
        send(file, async (options) => (await loadPutting()).uploadFont(session, { file, texts }, options));
        continue;
      }
      send(file, async (options) => {
        const { uploadFontToLibrary } = await loadPutting();
        await uploadFontToLibrary({ account: session.account, upload }, file, options);
        toast({ kind: 'info', text: t('import.fontKept', { name: file.name }) });
      });
    }
  };
}
