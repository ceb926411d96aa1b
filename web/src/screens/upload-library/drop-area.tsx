import { extensionsOf, namesOf, pickerOf } from '@diorama/shared/domain/formats.ts';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { FilesInput } from '../../components/files-input/files-input.tsx';
import { useLibraryWords } from '../../hooks/use-library-words.ts';
import classes from './upload-library.module.css';

const USES = { models: 'model', materials: 'texture' } as const;

/** Takes files that are dropped or chosen, as many as there are. */
export function DropArea({ kind, onFiles }: { kind: keyof typeof USES; onFiles: (files: File[]) => void }) {
  const { t } = useLibraryWords();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can also be chosen by the button
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <Upload size={24} strokeWidth={1.5} aria-hidden="true" />
      <strong>{t(`upload.drop.${kind}`)}</strong>
      <span className={classes.note}>{t(`upload.formats.${kind}`, { formats: namesOf(USES[kind]) })}</span>
      <Button variant="primary" onClick={() => input.current?.click()}>
        {t('upload.choose')}
      </Button>
      <FilesInput
        ref={input}
        label={t('upload.choose')}
        accept={pickerOf(extensionsOf(USES[kind]))}
        onFiles={onFiles}
      />
    </div>
  );
}
