import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import { updateScene } from '@diorama/shared/scene/scene-ops.ts';
import type { Api } from '../../../api/provider.tsx';
import type { UploadOptions } from '../../../api/upload-options.ts';
import { setFont } from '../../commands/set-font.ts';
import { textNodesIn } from '../../queries/text-nodes-in.ts';
import type { EditorSession } from '../../session.ts';

type Session = Pick<EditorSession, 'editor' | 'sendPicture' | 'account'>;
type Options = Required<Pick<UploadOptions, 'signal' | 'onProgress'>>;

/** Uploads a sky and sets it as the scene's environment. */
export async function uploadSky(
  { editor, sendPicture }: Session,
  file: File,
  options: Options,
): Promise<void> {
  const hdri = await sendPicture(file, ASSET_TYPE.hdri, options);
  options.signal.throwIfAborted();
  if (!editor.isReadOnly.value) {
    editor.edit(() => updateScene(editor.ydoc, { environment: { hdri } }));
  }
}

/** Uploads a font and sets it for the given texts that still exist. */
export async function uploadFont(
  { editor, sendPicture }: Session,
  { file, texts }: { file: File; texts: readonly string[] },
  options: Options,
): Promise<void> {
  const font = await sendPicture(file, ASSET_TYPE.font, options);
  options.signal.throwIfAborted();
  const left = textNodesIn(editor, texts);
  if (left.length > 0 && !editor.isReadOnly.value) {
    editor.edit(() => setFont(editor, left, font));
  }
}

/** Uploads a font to the library of the scene's workspace. */
export async function uploadFontToLibrary(
  { account, upload }: Pick<Session, 'account'> & Pick<Api, 'upload'>,
  file: File,
  options: Options,
): Promise<void> {
  await upload(file, { type: ASSET_TYPE.font, account, uploadType: 'library' }, options);
}
