import { formatAt, formatsOf } from '@diorama/shared/domain/formats.ts';
import { MAX_ANNOTATION_IMAGE_BYTES } from '@diorama/shared/plans.ts';
import { useState } from 'react';
import { useToast } from '../../../components/toast/toast.tsx';
import { useTellError } from '../../../hooks/use-tell-error.ts';
import type { PictureType } from '../../editor-session.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useWords } from '../../hooks/use-words.ts';
import { type FieldProps, setValue } from './field-props.ts';

/** The types of pictures that are shown as they came. */
const MARKS = formatsOf('mark').map((format) => formatAt(format).mediaType);

/** Sends a file as the field says, and puts it in when the server has it; `stop` ends that, null while there is nothing to end. */
export function useSendPicture(props: FieldProps<'picture'>) {
  const { sendPicture, editor } = useEditorSession();
  const toast = useToast();
  const tellError = useTellError();
  const [share, setShare] = useState(0);
  const [sending, setSending] = useState<AbortController | null>(null);
  const { t } = useWords();
  const { upload, isSmall = false } = props.spec;
  const send = (file: File) => {
    if (upload === null) {
      return;
    }
    // The server says the same; here nobody waits for it.
    if (isSmall && (!MARKS.includes(file.type) || file.size > MAX_ANNOTATION_IMAGE_BYTES)) {
      toast({ kind: 'error', text: t('field.image.wrong') });
      return;
    }
    // What is dropped while another one is sent takes its place.
    sending?.abort();
    const begun = new AbortController();
    const { signal } = begun;
    setSending(begun);
    setShare(0);
    const onProgress = (arrived: number) => !signal.aborted && setShare(arrived);
    // The types that a field names are those of pictures.
    sendPicture(file, upload as PictureType, { use: isSmall ? 'annotation' : 'scene', signal, onProgress })
      .then((iri) => !signal.aborted && !editor.isReadOnly.get() && setValue(props, iri))
      .catch((error: unknown) => !signal.aborted && tellError(error))
      .finally(() => setSending((now) => (now === begun ? null : now)));
  };
  return { send, share, stop: sending && (() => sending.abort()) };
}
