import { Import } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useToast } from '../../components/toast/toast.tsx';
import { useT } from '../../hooks/use-language.tsx';
import { groundAt, landingAt } from '../commands/placement.ts';
import { useEditorSession } from '../hooks/use-editor.tsx';
import { useStore } from '../hooks/use-store.ts';
import { useWords } from '../hooks/use-words.ts';
import type { ScreenPoint } from '../managers/camera.ts';
import classes from './import.module.css';
import { ACCEPT, type ImportFile, type ImportProblem, planImport } from './import-set.ts';
import { filesOf, readDrop } from './read-drop.ts';

/** Takes files wherever they are dropped, and by the file picker. */
export function DropZone({ children }: { children: ReactNode }) {
  const { editor } = useEditorSession();
  const { t } = useWords();
  const start = useStartImport();
  const input = useRef<HTMLInputElement>(null);
  const isReadOnly = useStore(editor.isReadOnly);
  const [isOver, setIsOver] = useState(false);
  const depth = useRef(0);

  useEffect(() => editor.ui.fileRequests.subscribe(() => input.current?.click()), [editor]);

  const leave = () => {
    depth.current = 0;
    setIsOver(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can also be chosen by a button
    <div
      className={classes.zone}
      onDragEnter={(event) => {
        if (hasFiles(event.dataTransfer) && !isReadOnly) {
          depth.current += 1;
          setIsOver(true);
        }
      }}
      onDragLeave={() => {
        depth.current -= 1;
        if (depth.current <= 0) {
          leave();
        }
      }}
      onDragOver={(event) => hasFiles(event.dataTransfer) && event.preventDefault()}
      onDrop={(event) => {
        if (!hasFiles(event.dataTransfer)) {
          return;
        }
        event.preventDefault();
        leave();
        start(readDrop(event.dataTransfer), { x: event.clientX, y: event.clientY });
      }}
    >
      {children}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPT}
        aria-label={t('add.import')}
        onChange={(event) => {
          start(Promise.resolve(filesOf(event.currentTarget.files ?? [])), null);
          event.currentTarget.value = '';
        }}
      />
      {isOver && (
        <div className={classes.veil}>
          <Import size={20} aria-hidden="true" />
          <strong>{t('import.drop')}</strong>
          <span>{t('import.drop.text')}</span>
        </div>
      )}
    </div>
  );
}

/** Starts imports from files, and says what of them was no use. A drop point is in pixels of the window. */
function useStartImport(): (files: Promise<ImportFile[]>, at: ScreenPoint | null) => void {
  const { editor, imports } = useEditorSession();
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
        const { sets, problems } = planImport(found);
        for (const problem of problems.slice(0, 3)) {
          toast({ kind: 'error', text: sentence(problem) });
        }
        imports.start(sets, point ? landingAt(editor, point).point : groundAt(editor, null));
      })
      .catch(() => toast({ kind: 'error', text: t('import.problem') }));
  };
}

function hasFiles({ types }: DataTransfer): boolean {
  return types.includes('Files');
}
