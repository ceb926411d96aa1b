import { extensionsOf, namesOf, pickerOf } from '@diorama/shared/domain/formats.ts';
import type { LibraryShelf } from '@diorama/shared/domain/library.ts';
import { Plus } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from '../../components/button/button.tsx';
import { DropVeil } from '../../components/drop-veil/drop-veil.tsx';
import { FilesInput } from '../../components/files-input/files-input.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { readDrop } from '../../editor/import/read-drop.ts';
import { useFileDrop } from '../../hooks/use-file-drop.ts';
import { useLibraryWords } from '../../hooks/use-library-words.ts';
import classes from './library-screen.module.css';
import { FILES } from './send-file.ts';

type Adding = { shelf: LibraryShelf; onFiles: (files: readonly File[]) => void };

/** A button by which files come into the workspace's own library. */
export function AddThings({ shelf, onFiles }: Adding) {
  const { t } = useLibraryWords();
  const input = useRef<HTMLInputElement>(null);
  const label = t(`library.add.${shelf}`);
  return (
    <>
      <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <FilesInput
        ref={input}
        label={label}
        accept={pickerOf(extensionsOf(formatUseOf(shelf)))}
        onFiles={onFiles}
      />
    </>
  );
}

/** Takes what is dropped anywhere on the library, folders with all in them. */
export function ThingsDrop({ shelf, onFiles, children }: Adding & { children: ReactNode }) {
  const { t } = useLibraryWords();
  const toast = useToast();
  const { isOver, dropProps } = useFileDrop((data) => {
    readDrop(data)
      .then((found) => onFiles(found.map(({ file }) => file)))
      .catch(() => toast({ kind: 'error', text: t('library.drop.failed') }));
  });
  const formats = namesOf(formatUseOf(shelf));
  return (
    <div className={classes.drop} {...dropProps}>
      {children}
      {isOver && (
        <DropVeil
          className={classes.veil}
          title={t('library.drop')}
          text={t(shelf === 'materials' ? 'library.drop.materials' : 'library.drop.files', { formats })}
        />
      )}
    </div>
  );
}

/** Materials are made of pictures. */
function formatUseOf(shelf: LibraryShelf) {
  return FILES[shelf === 'materials' ? 'textures' : shelf].use;
}
