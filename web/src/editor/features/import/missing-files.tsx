import { type DragEvent, useRef, useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { FilesInput } from '../../../components/files-input/files-input.tsx';
import { useToast } from '../../../components/toast/toast.tsx';
import { ACCEPT } from '../../../files/file-names.ts';
import type { ImportFile } from '../../../files/import-set.ts';
import { filesOf, hasFiles, readDroppedFiles } from '../../../files/read-dropped-files.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { hasFailed } from './model/import-item.ts';
import type { WithFiles } from './model/open-stored-files.ts';
import { useReportProblems } from './use-report-problems.ts';

/** Adds files to a failed import: by a drop on an element with `dropProps`, or by `add`. */
export function useFilesFor(nodeId: string) {
  const { editor, imports } = useEditorSession();
  const { t } = useEditorTranslations();
  const toast = useToast();
  const [isOver, setIsOver] = useState(false);
  const reportProblems = useReportProblems();
  const fail = () => toast({ kind: 'error', text: t('import.problem') });
  const showProblems = ({ set, others, problems }: WithFiles) => {
    reportProblems(problems);
    const [taken] = set?.files ?? [];
    if (taken && others.length > 0) {
      toast({ kind: 'info', text: t('import.tookOne', { file: taken.file.name, count: others.length }) });
    }
  };
  const add = (files: readonly ImportFile[]) => {
    if (!editor.isReadOnly.value) {
      imports.addFiles(nodeId, files).then(showProblems).catch(fail);
    }
  };
  const dropProps = {
    onDragOver: (event: DragEvent) => {
      if (hasFiles(event.dataTransfer)) {
        event.preventDefault();
        setIsOver(true);
      }
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      setIsOver(false);
      if (hasFiles(event.dataTransfer)) {
        event.preventDefault();
        readDroppedFiles(event.dataTransfer).then(add).catch(fail);
      }
    },
  };
  return { isOver, dropProps, add };
}

/** Asks for an import's missing files, or for a replacement of an unusable file. */
export function MissingFiles({ nodeId }: { nodeId: string }) {
  const { editor, imports } = useEditorSession();
  const { t } = useEditorTranslations();
  const { add } = useFilesFor(nodeId);
  const phase = useSignalValue(imports.items).find((item) => item.nodeId === nodeId)?.phase;
  const hasNone = phase?.kind === 'interrupted' || phase?.kind === 'awaited';
  const replaces = phase !== undefined && hasFailed(phase);
  const label = t(replaces ? 'import.replaceFile' : hasNone ? 'import.chooseFile' : 'import.addMissing');
  const input = useRef<HTMLInputElement>(null);
  if (useSignalValue(editor.isReadOnly)) {
    return null;
  }
  return (
    <>
      <Button size="small" onClick={() => input.current?.click()}>
        {label}
      </Button>
      <FilesInput ref={input} label={label} accept={ACCEPT} onFiles={(files) => add(filesOf(files))} />
    </>
  );
}
