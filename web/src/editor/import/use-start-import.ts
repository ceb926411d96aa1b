import { useEffect, useEffectEvent } from 'react';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useEditorSession } from '../hooks/use-editor.tsx';
import { useWords } from '../hooks/use-words.ts';
import type { ScreenPoint } from '../managers/camera.ts';
import { groundAt, landingAt } from '../queries/placement.ts';
import { takeFiles } from './arriving-files.ts';
import { type ImportFile, type ImportProblem, planImport } from './import-set.ts';
import { putPictures } from './put-pictures.ts';

/** Starts imports from files, and says what of them was no use. A drop point is in pixels of the window. */
export function useStartImport(): (files: Promise<readonly ImportFile[]>, at: ScreenPoint | null) => void {
  const session = useEditorSession();
  const { editor, imports } = session;
  const errorText = useErrorText();
  const { t } = useWords();
  const toast = useToast();
  const say = useT();
  const sentence = (problem: ImportProblem) =>
    problem.kind === 'nothing'
      ? t('import.nothing')
      : t('import.failed', { name: problem.name, reason: say(`error.${problem.kind}`) });
  return (files, at) => {
    const host = document.querySelector('[role="application"]')?.getBoundingClientRect();
    const point = at && host ? { x: at.x - host.left, y: at.y - host.top } : null;
    files
      .then((found) => {
        const { sets, pictures, problems } = planImport(found);
        for (const problem of problems.slice(0, 3)) {
          toast({ kind: 'error', text: sentence(problem) });
        }
        const place = point ? landingAt(editor, point).point : groundAt(editor, null);
        imports.start(sets, place);
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
