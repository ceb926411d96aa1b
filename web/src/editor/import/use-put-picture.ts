import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import { extensionsOf } from '@diorama/shared/domain/formats.ts';
import type { UploadOptions } from '../../api/upload-options.ts';
import { useToast } from '../../components/toast/toast.tsx';
import { fetchCode } from '../../fetch-code.ts';
import type { PicturePart, PutPicture } from '../commands/put-picture-on.ts';
import type { PictureType } from '../editor-session.ts';
import { useEditorSession } from '../hooks/use-editor.tsx';
import { useFileMeans } from '../hooks/use-file-means.ts';
import { useUnreadText } from '../hooks/use-unread-text.ts';
import { useWords } from '../hooks/use-words.ts';
import { extensionOf, stemOf } from './file-names.ts';

/** Loaded with the first picture: it is used only after the first frame. */
const loadDressing = () => fetchCode(() => import('../commands/put-picture-on.ts'));

const TEXTURES = new Set(extensionsOf('texture'));

type SendOptions = Pick<UploadOptions, 'signal' | 'onProgress'>;

/** Picture for a surface: a file to upload, or an existing asset. */
export type PictureSource = File | PutPicture;

/** Applies a picture to at least one surface part in the background, and reports errors. */
export function usePutPicture(): (source: PictureSource, ...parts: [PicturePart, ...PicturePart[]]) => void {
  const { editor, sendPicture } = useEditorSession();
  const means = useFileMeans();
  const { t } = useWords();
  const toast = useToast();
  const unreadText = useUnreadText();
  const send = async (file: File, part: PicturePart, options: SendOptions) => {
    const { showsPictures } = await loadDressing();
    const isTexture = TEXTURES.has(extensionOf(file.name)) && !showsPictures(editor, part);
    const type: PictureType = isTexture ? ASSET_TYPE.texture : ASSET_TYPE.image;
    return { asset: await sendPicture(file, type, options), name: stemOf(file.name) };
  };
  const start = (source: PictureSource, ...parts: [PicturePart, ...PicturePart[]]) => {
    const [part] = parts;
    const name = editor.scene.node(part.id)?.name || t('outliner.unnamed');
    const stop = new AbortController();
    const { signal } = stop;
    const { progress, end } = editor.ui.beginDressing(
      name,
      source instanceof File ? () => stop.abort() : null,
    );
    const put = async () => {
      const { putPictureOn } = await loadDressing();
      const picture =
        source instanceof File ? await send(source, part, { signal, onProgress: progress }) : source;
      // A picture that arrived at the moment of cancellation is not applied either.
      signal.throwIfAborted();
      return putPictureOn(means, parts, picture);
    };
    const retry = { label: t('import.retry'), onSelect: () => start(source, ...parts) };
    put()
      .then((isDone) => !isDone && toast({ kind: 'warning', text: t('picture.left', { name }) }))
      .catch((error: unknown) => {
        if (!signal.aborted) {
          toast({ kind: 'error', text: unreadText(error), action: retry });
        }
      })
      .finally(end);
  };
  return start;
}
