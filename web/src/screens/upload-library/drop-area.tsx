import { extensionsOf, namesOf, pickerOf } from '@diorama/shared/domain/formats.ts';
import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../components/button/button.tsx';
import { FilesInput } from '../../components/files-input/files-input.tsx';
import type { ImportFile } from '../../files/import-set.ts';
import { filesOf, readDroppedFiles } from '../../files/read-dropped-files.ts';
import { useFileDrop } from '../../hooks/use-file-drop.ts';
import { useLibraryTranslations } from '../../hooks/use-library-translations.ts';
import { MATERIAL_FILES } from '../../library/plan-materials.ts';
import classes from './upload-library.module.css';

const FILES = {
  models: { use: 'model', extensions: extensionsOf('model') },
  materials: { use: 'texture', extensions: MATERIAL_FILES },
} as const;

type Props = { kind: keyof typeof FILES; onFiles: (files: Promise<readonly ImportFile[]>) => void };

/** Drop zone and file picker for any number of files, including folders. */
export function DropArea({ kind, onFiles }: Props) {
  const { t } = useLibraryTranslations();
  const input = useRef<HTMLInputElement>(null);
  const { isOver, dropProps } = useFileDrop((data) => onFiles(readDroppedFiles(data)));
  const { use, extensions } = FILES[kind];
  return (
    <div className={classes.drop} data-over={isOver || undefined} {...dropProps}>
      <Upload size={24} strokeWidth={1.5} aria-hidden="true" />
      <strong>{t(`upload.drop.${kind}`)}</strong>
      <span className={classes.note}>{t(`upload.formats.${kind}`, { formats: namesOf(use) })}</span>
      <Button variant="primary" onClick={() => input.current?.click()}>
        {t('upload.choose')}
      </Button>
      <FilesInput
        ref={input}
        label={t('upload.choose')}
        accept={pickerOf(extensions)}
        onFiles={(files) => onFiles(Promise.resolve(filesOf(files)))}
      />
    </div>
  );
}
