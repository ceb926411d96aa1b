import { formatAt, formatsOf } from '@diorama/shared/domain/formats.ts';
import { MAX_ANNOTATION_IMAGE_BYTES } from '@diorama/shared/plans.ts';
import { useState } from 'react';
import { useToast } from '../../../components/toast/toast.tsx';
import { useErrorToast } from '../../../hooks/use-errors.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import type { PictureType } from '../../session.ts';
import { type FieldProps, setValue } from './field-props.ts';

/** Media types of pictures that are stored unconverted. */
const MARKS = formatsOf('mark').map((format) => formatAt(format).mediaType);

/**
 * Uploads a file for a field, and sets the value when the upload is done. `stop` cancels the upload, and is
 * null without one.
 */
export function useSendPicture(props: FieldProps<'picture'>) {
  const { sendPicture, editor } = useEditorSession();
  const toast = useToast();
  const showError = useErrorToast();
  const [share, setShare] = useState(0);
  const [sending, setSending] = useState<AbortController | null>(null);
  const { t } = useEditorTranslations();
  const { upload, isSmall = false } = props.spec;
  const send = (file: File) => {
    if (upload === null) {
      return;
    }
    // The server applies the same limit; this check avoids the wait.
    if (isSmall && (!MARKS.includes(file.type) || file.size > MAX_ANNOTATION_IMAGE_BYTES)) {
      toast({ kind: 'error', text: t('field.image.wrong') });
      return;
    }
    // A new drop replaces the running upload.
    sending?.abort();
    const begun = new AbortController();
    const { signal } = begun;
    setSending(begun);
    setShare(0);
    const onProgress = (arrived: number) => !signal.aborted && setShare(arrived);
    // The asset types of picture fields are those of pictures.
    sendPicture(file, upload as PictureType, { use: isSmall ? 'annotation' : 'scene', signal, onProgress })
      .then((iri) => !signal.aborted && !editor.isReadOnly.value && setValue(props, iri))
      .catch((error: unknown) => {
        if (!signal.aborted) {
          showError(error);
        }
      })
      .finally(() => setSending((now) => (now === begun ? null : now)));
  };
  return { send, share, stop: sending && (() => sending.abort()) };
}
