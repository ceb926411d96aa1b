import { extensionsOf, namesOf, pickerOf } from '@diorama/shared/domain/formats.ts';
import type { LibraryShelf } from '@diorama/shared/domain/library.ts';
import { Plus } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from '../../components/button/button.tsx';
import { DropVeil } from '../../components/drop-veil/drop-veil.tsx';
import { FilesInput } from '../../components/files-input/files-input.tsx';
import type { ImportFile } from '../../editor/import/import-set.ts';
import { filesOf, readDrop } from '../../editor/import/read-drop.ts';
import { useFileDrop } from '../../hooks/use-file-drop.ts';
import { useLibraryWords } from '../../hooks/use-library-words.ts';
import { MATERIAL_FILES } from '../../library/plan-materials.ts';
import classes from './library-screen.module.css';
import { FILES } from './shelf-files.ts';

type Adding = { shelf: LibraryShelf; onFiles: (files: Promise<readonly ImportFile[]>) => void };

/** Button that adds files to the workspace's own library. */
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
        accept={pickerOf(shelf === 'materials' ? MATERIAL_FILES : extensionsOf(FILES[shelf].use))}
        onFiles={(files) => onFiles(Promise.resolve(filesOf(files)))}
      />
    </>
  );
}

/** Accepts files dropped anywhere on the library, including folders. */
export function ThingsDrop({ shelf, onFiles, children }: Adding & { children: ReactNode }) {
  const { t } = useLibraryWords();
  const { isOver, dropProps } = useFileDrop((data) => onFiles(readDrop(data)));
  return (
    <div className={classes.drop} {...dropProps}>
      {children}
      {isOver && (
        <DropVeil
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
