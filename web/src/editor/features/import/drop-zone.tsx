import { formatDisplayNames } from '@diorama/shared/domain/formats.ts';
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { DropOverlay } from '../../../components/drop-overlay/drop-overlay.tsx';
import { FilesInput } from '../../../components/files-input/files-input.tsx';
import { ACCEPT_FOR_SCENE } from '../../../files/file-names.ts';
import { countPictures, filesOf, hasFiles, readDroppedFiles } from '../../../files/read-dropped-files.ts';
import { endDropPreview, previewPictureDrop } from '../../commands/preview-picture-drop.ts';
import { isBusy } from '../../hooks/is-busy.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useFirstTranslations } from '../../hooks/use-editor-translations.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import type { ScreenPoint } from '../../managers/camera.ts';
import { watch } from '../../signals.ts';
import classes from './import.module.css';
import { useStartImport } from './use-start-import.ts';

/** Accepts files by drop, paste and file picker. */
export function DropZone({ children }: { children: ReactNode }) {
  const { editor } = useEditorSession();
  const { t } = useFirstTranslations();
  const start = useStartImport();
  const input = useRef<HTMLInputElement>(null);
  const isReadOnly = useSignalValue(editor.isReadOnly);

  useEffect(
    () =>
      watch(
        () => editor.ui.fileRequests.value,
        () => input.current?.click(),
      ),
    [editor],
  );

  const paste = useEffectEvent((event: ClipboardEvent) => {
    const data = event.clipboardData;
    if (data && hasFiles(data) && !event.defaultPrevented && !isReadOnly && !isBusy(event)) {
      event.preventDefault();
      start(readDroppedFiles(data), null);
    }
  });
  useEffect(() => {
    const abort = new AbortController();
    window.addEventListener('paste', (event) => paste(event), { signal: abort.signal });
    return () => abort.abort();
  }, []);

  const { isVeiled, ...drag } = useFileDrag((event) =>
    start(readDroppedFiles(event.dataTransfer), {
      ...pointOf(event),
      isOnto: isOverView(event) && !event.altKey,
    }),
  );
  return (
    <div className={classes.zone} {...drag}>
      {children}
      <FilesInput
        ref={input}
        label={t('add.import')}
        accept={ACCEPT_FOR_SCENE}
        onFiles={(files) => start(Promise.resolve(filesOf(files)), null)}
      />
      {isVeiled && (
        <DropOverlay
          className="absolute inset-3"
          title={t('import.drop')}
          text={t('import.drop.text', {
            formats: formatDisplayNames('model'),
            skies: formatDisplayNames('sky'),
            fonts: formatDisplayNames('font'),
          })}
        />
      )}
    </div>
  );
}

/**
 * Follows a file drag over the page. Pictures are previewed in the scene; all other files show an overlay.
 */
function useFileDrag(onFiles: (event: DragEvent) => void) {
  const { editor } = useEditorSession();
  const [isVeiled, setIsVeiled] = useState(false);
  const depth = useRef(0);
  const isOurs = ({ dataTransfer }: DragEvent) => hasFiles(dataTransfer) && !editor.isReadOnly.value;
  const leave = () => {
    depth.current = 0;
    setIsVeiled(false);
    endDropPreview(editor);
  };
  return {
    isVeiled,
    onDragEnter: (event: DragEvent) => {
      if (isOurs(event)) {
        depth.current += 1;
        setIsVeiled(countPictures(event.dataTransfer) === 0);
      }
    },
    onDragLeave: () => {
      depth.current -= 1;
      if (depth.current <= 0) {
        leave();
      }
    },
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) {
        return;
      }
      event.preventDefault();
      const count = countPictures(event.dataTransfer);
      if (count > 0 && isOurs(event)) {
        previewPictureDrop(editor, {
          count,
          at: isOverView(event) ? pointOf(event) : null,
          alt: event.altKey,
        });
      }
    },
    // Captured, so that it also runs when a nested element handles the drop.
    onDropCapture: leave,
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) {
        return;
      }
      const isTaken = event.defaultPrevented;
      event.preventDefault();
      if (!isTaken && !editor.isReadOnly.value) {
        onFiles(event);
      }
    },
  };
}

const VIEWPORT = '[role="application"]';

/** Position of an event in viewport pixels. */
function pointOf({ clientX, clientY }: DragEvent): ScreenPoint {
  const { left = 0, top = 0 } = document.querySelector(VIEWPORT)?.getBoundingClientRect() ?? {};
  return { x: clientX - left, y: clientY - top };
}

/** Whether a drag is over the scene itself and not over a panel. */
function isOverView({ target }: DragEvent): boolean {
  const view = document.querySelector(VIEWPORT)?.parentElement;
  return target instanceof Node && view?.contains(target) === true;
}
