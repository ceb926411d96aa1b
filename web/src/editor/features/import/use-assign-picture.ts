import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import { extensionsOf } from '@diorama/shared/domain/formats.ts';
import type { UploadOptions } from '../../../api/upload-options.ts';
import { useToast } from '../../../components/toast/toast.tsx';
import { fetchCode } from '../../../fetch-code.ts';
import { extensionOf, stemOf } from '../../../files/file-names.ts';
import type { AssignedPicture, PicturePart } from '../../commands/assign-picture.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useFirstTranslations } from '../../hooks/use-editor-translations.ts';
import { useFileContext } from '../../hooks/use-file-context.ts';
import { useUnreadText } from '../../hooks/use-unread-text.ts';
import type { PictureType } from '../../session.ts';

/** Loaded with the first picture: it is used only after the first frame. */
const loadDressing = () => fetchCode(() => import('../../commands/assign-picture.ts'));

const TEXTURES = new Set(extensionsOf('texture'));

type SendOptions = Pick<UploadOptions, 'signal' | 'onProgress'>;

/** Picture for a surface: a file to upload, or an existing asset. */
export type PictureSource = File | AssignedPicture;

/** Applies a picture to at least one surface part in the background, and reports errors. */
export function useAssignPicture(): (
  source: PictureSource,
  ...parts: [PicturePart, ...PicturePart[]]
) => void {
  const { editor, sendPicture } = useEditorSession();
  const context = useFileContext();
  const { t } = useFirstTranslations();
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
    const { progress, end } = editor.ui.beginTransfer(
      name,
      source instanceof File ? () => stop.abort() : null,
    );
    const put = async () => {
      const { assignPicture } = await loadDressing();
      const picture =
        source instanceof File ? await send(source, part, { signal, onProgress: progress }) : source;
      // A picture that arrived at the moment of cancellation is not applied either.
      signal.throwIfAborted();
      return assignPicture(context, parts, picture);
    };
    const retry = { label: t('import.retry'), onSelect: () => start(source, ...parts) };
    put()
      .then((isDone) => {
        if (!isDone) {
          toast({ kind: 'warning', text: t('picture.left', { name }) });
        }
      })
      .catch((error: unknown) => {
        if (!signal.aborted) {
          toast({ kind: 'error', text: unreadText(error), action: retry });
        }
      })
      .finally(end);
  };
  return start;
}
