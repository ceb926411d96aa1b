import { extensionsOf, namesOf, pickerOf } from '@diorama/shared/domain/formats.ts';
import type { LibraryShelf } from '@diorama/shared/domain/library.ts';
import { Plus } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from '../../components/button/button.tsx';
import { DropOverlay } from '../../components/drop-overlay/drop-overlay.tsx';
import { FilesInput } from '../../components/files-input/files-input.tsx';
import type { ImportFile } from '../../files/import-set.ts';
import { filesOf, readDroppedFiles } from '../../files/read-dropped-files.ts';
import { useFileDrop } from '../../hooks/use-file-drop.ts';
import { useLibraryTranslations } from '../../hooks/use-library-translations.ts';
import { MATERIAL_FILES } from '../../library/plan-materials.ts';
import classes from './library-screen.module.css';
import { FILES } from './shelf-files.ts';

type Adding = { shelf: LibraryShelf; onFiles: (files: Promise<readonly ImportFile[]>) => void };

/** Button that adds files to the workspace's own library. */
export function AddLibraryItems({ shelf, onFiles }: Adding) {
  const { t } = useLibraryTranslations();
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
        accept={pickerOf(shelf === 'materials' ? MATERIAL_FILES : extensionsOf(FILES[shelf].use))}
        onFiles={(files) => onFiles(Promise.resolve(filesOf(files)))}
      />
    </>
  );
}

/** Accepts files dropped anywhere on the library, including folders. */
export function ItemsDrop({ shelf, onFiles, children }: Adding & { children: ReactNode }) {
  const { t } = useLibraryTranslations();
  const { isOver, dropProps } = useFileDrop((data) => onFiles(readDroppedFiles(data)));
  return (
    <div className={classes.drop} {...dropProps}>
      {children}
      {isOver && (
        <DropOverlay
          className={classes.veil}
          title={t('library.drop')}
          text={
            shelf === 'materials'
              ? t('library.drop.materials')
              : t('library.drop.files', { formats: namesOf(FILES[shelf].use) })
          }
        />
      )}
    </div>
  );
}
