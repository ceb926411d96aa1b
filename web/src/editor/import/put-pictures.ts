import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import { readTgaHead, TGA_HEAD_BYTES } from '@diorama/shared/domain/sniff-tga.ts';
import { addNode, removeNodes, updateNode } from '@diorama/shared/scene/ops.ts';
import pLimit from 'p-limit';
import { Box3, Vector3 } from 'three';
import type { Editor } from '../editor.ts';
import type { EditorSession } from '../editor-session.ts';
import { createNamer } from '../queries/names.ts';
import { placeFoot } from '../queries/placement.ts';
import { stemOf } from './import-set.ts';

/** How high a picture stands, in metres. */
const HEIGHT = 1;
/** More pictures than this at once are not meant; whoever hands over more says that the rest is left out. */
export const MAX_PICTURES = 50;
/** So many are sent at once. */
const AT_ONCE = 3;

/**
 * Stands pictures in the scene as they are, beside each other. Their frames are there at once; a picture shows when it has
 * been sent, and its frame goes where that failed
 * and nobody gave it another one.
 * @returns the files that could not be sent, with why
 */
export async function putPictures(
  { editor, sendPicture }: Pick<EditorSession, 'editor' | 'sendPicture'>,
  files: readonly File[],
  at: Vector3,
): Promise<{ file: File; error: unknown }[]> {
  const pictures = files.slice(0, MAX_PICTURES);
  if (pictures.length === 0 || editor.isReadOnly.get()) {
    return [];
  }
  const frames = await Promise.all(
    pictures.map(async (file) => ({ name: stemOf(file.name), size: await sizeOf(file), asset: null })),
  );
  const ids = standPictures(editor, frames, at);
  if (ids.length === 0) {
    return [];
  }
  const failed: { file: File; error: unknown }[] = [];
  const limit = pLimit(AT_ONCE);
  const putOne = async (file: File, id: string) => {
    if (!editor.scene.node(id)) {
      // Whoever takes the frame away wants no picture in it.
      return;
    }
    try {
      const asset = await sendPicture(file, ASSET_TYPE.image);
      editor.amend(() => updateNode<'image'>(editor.ydoc, id, { props: { asset } }));
    } catch (error) {
      failed.push({ file, error });
      const frame = editor.scene.node(id);
      if (frame?.kind === 'image' && frame.props.asset === null) {
        editor.amend(() => removeNodes(editor.ydoc, [id]));
      }
    }
  };
  await Promise.all(pictures.map((file, i) => limit(() => putOne(file, ids[i] ?? ''))));
  return failed;
}

/** A picture that is to stand in the scene: its asset once it has one, and how wide and high it is, in metres. */
export type StandingPicture = { name: string; size: [number, number]; asset: string | null };

/** Stands pictures beside each other in one step, and selects them; returns their ids, none for who may only look. */
export function standPictures(editor: Editor, pictures: readonly StandingPicture[], at: Vector3): string[] {
  if (editor.isReadOnly.get()) {
    return [];
  }
  const nameOf = createNamer(editor);
  const beside: Box3[] = [];
  const ids = editor.edit(() =>
    pictures.map(({ name, size: [width, height], asset }) => {
      const size = new Vector3(width, height, 0.02);
      const foot = placeFoot(editor, { size, at, beside });
      const middle = foot.clone().setY(foot.y + height / 2);
      beside.push(new Box3().setFromCenterAndSize(middle, size));
      return addNode(editor.ydoc, {
        kind: 'image',
        name: nameOf(name).slice(0, 200),
        position: middle.toArray(),
        props: { size: [width, height], asset },
      });
    }),
  );
  editor.selection.set(ids);
  return ids;
}

/** As wide as the picture is, for one height; square where the browser cannot read it. */
export async function sizeOf(file: Blob): Promise<[number, number]> {
  try {
    const head = new Uint8Array(await file.slice(0, TGA_HEAD_BYTES).arrayBuffer());
    const { width, height } = readTgaHead(head, file.size) ?? (await createImageBitmap(file));
    return [(HEIGHT * width) / height, HEIGHT];
  } catch {
    return [HEIGHT, HEIGHT];
  }
}
