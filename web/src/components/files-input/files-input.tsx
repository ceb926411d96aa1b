import type { Ref } from 'react';

/** Hidden file input; a click on `ref` opens it. The same files can be chosen twice in a row. */
export function FilesInput({
  ref,
  label,
  accept,
  isSingle = false,
  onFiles,
}: {
  ref: Ref<HTMLInputElement>;
  label: string;
  accept: string;
  isSingle?: boolean;
  onFiles: (files: File[]) => void;
}) {
  return (
    <input
      ref={ref}
      type="file"
      multiple={!isSingle}
      hidden
      accept={accept}
      aria-label={label}
      onChange={(event) => {
        const files = [...(event.currentTarget.files ?? [])];
        event.currentTarget.value = '';
        onFiles(files);
      }}
    />
  );
}
