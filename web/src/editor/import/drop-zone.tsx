import { namesOf } from '@diorama/shared/domain/formats.ts';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { DropVeil } from '../../components/drop-veil/drop-veil.tsx';
import { useEditorSession } from '../hooks/use-editor.tsx';
import { isBusy } from '../hooks/use-shortcuts.ts';
import { useStore } from '../hooks/use-store.ts';
import { useWords } from '../hooks/use-words.ts';
import { FilesInput } from './files-input.tsx';
import classes from './import.module.css';
import { hasFiles, readDrop } from './read-drop.ts';
import { useStartImport } from './use-start-import.ts';

/** Takes files wherever they are dropped, pasted, and by the file picker. */
export function DropZone({ children }: { children: ReactNode }) {
  const { editor } = useEditorSession();
  const { t } = useWords();
  const start = useStartImport();
  const input = useRef<HTMLInputElement>(null);
  const isReadOnly = useStore(editor.isReadOnly);
  const [isOver, setIsOver] = useState(false);
  const depth = useRef(0);

  useEffect(() => editor.ui.fileRequests.subscribe(() => input.current?.click()), [editor]);

  const paste = useEffectEvent((event: ClipboardEvent) => {
    const data = event.clipboardData;
    if (data && hasFiles(data) && !event.defaultPrevented && !isReadOnly && !isBusy(event)) {
      event.preventDefault();
      start(readDrop(data), null);
    }
  });
  useEffect(() => {
    const abort = new AbortController();
    window.addEventListener('paste', (event) => paste(event), { signal: abort.signal });
    return () => abort.abort();
  }, []);

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
        const isTaken = event.defaultPrevented;
        event.preventDefault();
        leave();
        if (isTaken || isReadOnly) {
          return;
        }
        start(readDrop(event.dataTransfer), { x: event.clientX, y: event.clientY });
      }}
    >
      {children}
      <FilesInput
        ref={input}
        label={t('add.import')}
        onFiles={(files) => start(Promise.resolve(files), null)}
      />
      {isOver && (
        <DropVeil
          className={classes.veil}
          title={t('import.drop')}
          text={t('import.drop.text', { formats: namesOf('model') })}
        />
      )}
    </div>
  );
}
