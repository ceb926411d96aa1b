import type { Ref } from 'react';
import { ACCEPT, type ImportFile } from './import-set.ts';
import { filesOf } from './read-drop.ts';

/** The browser's own choice of files to import; a click on `ref` opens it. The same files may be chosen twice in a row. */
export function FilesInput({
  ref,
  label,
  onFiles,
}: {
  ref: Ref<HTMLInputElement>;
  label: string;
  onFiles: (files: ImportFile[]) => void;
}) {
  return (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      accept={ACCEPT}
      aria-label={label}
      onChange={(event) => {
        onFiles(filesOf(event.currentTarget.files ?? []));
        event.currentTarget.value = '';
      }}
    />
  );
}
