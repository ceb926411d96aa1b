import { readTgaHead, TGA_HEAD_BYTES } from '@diorama/shared/domain/sniff-tga.ts';
import { addNode } from '@diorama/shared/scene/ops.ts';
import { Box3, Vector3 } from 'three';
import type { Editor } from '../editor.ts';
import type { EditorSession } from '../editor-session.ts';
import { createNamer } from '../queries/names.ts';
import { placeFoot } from '../queries/placement.ts';
import { type ImportFile, pictureSet } from './import-set.ts';

/** How high a picture stands, in metres. */
const HEIGHT = 1;
/** More pictures than this at once are not meant; whoever hands over more says that the rest is left out. */
export const MAX_PICTURES = 50;

/**
 * Stands pictures in the scene as they are, beside each other, and has them sent as models are: their frames are there at
 * once, and a picture shows when it has been sent. One whose upload was interrupted goes on where it stands.
 */
export async function putPictures(
  { editor, imports }: Pick<EditorSession, 'editor' | 'imports'>,
  files: readonly ImportFile[],
  at: Vector3,
): Promise<void> {
  if (editor.isReadOnly.get()) {
    return;
  }
  const sets = files
    .slice(0, MAX_PICTURES)
    .map(pictureSet)
    .filter((set) => !imports.goOn(set));
  const frames = await Promise.all(
    sets.map(async ({ name, files: [picture] }) => ({
      name,
      size: await sizeOf(picture?.file ?? new Blob()),
      asset: null,
    })),
  );
  if (frames.length === 0) {
    return;
  }
  const ids = standPictures(editor, frames, at);
  for (const [i, set] of sets.entries()) {
    const id = ids[i];
    if (id !== undefined) {
      imports.bring(id, set);
    }
  }
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
      // One right behind another would not be seen.
      beside.push(new Box3().setFromCenterAndSize(middle, new Vector3(width, height, 4 * width)));
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
