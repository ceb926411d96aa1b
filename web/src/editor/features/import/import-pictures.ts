import { readTgaHead, TGA_HEAD_BYTES } from '@diorama/shared/domain/sniff-tga.ts';
import type { SceneNode } from '@diorama/shared/scene/document.ts';
import { addNode } from '@diorama/shared/scene/ops.ts';
import { Box3, Quaternion, Vector3 } from 'three';
import { type ImportFile, pictureSet } from '../../../files/import-set.ts';
import type { SceneWriter, Selecting, ViewedScene } from '../../parts.ts';
import { createNamer } from '../../queries/names.ts';
import { type Placement, placeFoot } from '../../queries/placement.ts';
import type { EditorSession } from '../../session.ts';

/** Height of a placed picture, in metres. */
const HEIGHT = 1;
/** Largest number of pictures placed at once; callers report that the rest is left out. */
export const MAX_PICTURES = 50;

/**
 * Places pictures in the scene, beside each other, and uploads them like models. Their frames appear at once,
 * each picture after its upload. An interrupted upload resumes in place.
 */
export async function importPictures(
  { editor, imports }: Pick<EditorSession, 'editor' | 'imports'>,
  files: readonly ImportFile[],
  at: PicturePlace,
): Promise<void> {
  if (editor.isReadOnly.value) {
    return;
  }
  const sets = files
    .slice(0, MAX_PICTURES)
    .map(pictureSet)
    .filter((set) => !imports.goOn(set));
  const frames = await Promise.all(
    sets.map(async ({ name, files: [picture] }) => ({
      name,
      size: await pictureSizeOf(picture?.file ?? new Blob()),
      asset: null,
    })),
  );
  if (frames.length === 0) {
    return;
  }
  const ids = placePictures(editor, frames, at);
  for (const [i, set] of sets.entries()) {
    const id = ids[i];
    if (id !== undefined) {
      imports.bring(id, set);
    }
  }
}

/** Picture to place: its asset once uploaded, and its width and height in metres. */
type PictureToPlace = { name: string; size: [number, number]; asset: string | null };

/** Place of pictures on the ground, or the face to hang them on. */
export type PicturePlace = Pick<Placement, 'point' | 'face'>;

/** Distances of hung pictures in metres: in front of the face, and from each other. */
const HUNG = { before: 0.01, apart: 0.1 } as const;

/**
 * Places pictures beside each other, or hangs them on the face where they were dropped. It is one step.
 * Selects them and returns their ids; empty if the scene is read-only.
 */
export function placePictures(
  editor: SceneWriter & Selecting & ViewedScene,
  pictures: readonly PictureToPlace[],
  { point, face }: PicturePlace,
): string[] {
  if (editor.isReadOnly.value) {
    return [];
  }
  const nameOf = createNamer(editor);
  const places = face ? hungOn(face, pictures) : standingAt(editor, point, pictures);
  const ids = editor.edit(() =>
    pictures.map(({ name, size, asset }, i) =>
      addNode(editor.ydoc, {
        kind: 'image',
        name: nameOf(name).slice(0, 200),
        ...places[i],
        // A photograph shows its colours in every light.
        props: { size, asset, isLit: false },
      }),
    ),
  );
  editor.selection.set(ids);
  return ids;
}

type Place = Partial<Pick<SceneNode, 'position' | 'rotation'>>;

function standingAt(editor: ViewedScene, at: Vector3, pictures: readonly PictureToPlace[]): Place[] {
  const obstacles = editor.scene
    .nodesOf('image')
    .flatMap(([id]) => frontBoxOf(editor.queries?.boundsOf([id])));
  return pictures.map(({ size: [width, height] }) => {
    const size = new Vector3(width, height, 0.02);
    const foot = placeFoot(editor, { size, at, obstacles });
    const middle = foot.clone().setY(foot.y + height / 2);
    obstacles.push(...frontBoxOf(new Box3().setFromCenterAndSize(middle, size)));
    return { position: middle.toArray() };
  });
}

/** Area before and behind a forward-facing picture in which another one would be hidden. */
function frontBoxOf(bounds = new Box3()): Box3[] {
  const { x: width, z: depth } = bounds.getSize(new Vector3());
  return depth < width ? [bounds.clone().expandByVector(new Vector3(0, 0, 2 * width))] : [];
}

/** Transforms upright on a face: the first picture is centred at the hit, the others follow to its right. */
function hungOn(
  { point, normal }: NonNullable<Placement['face']>,
  pictures: readonly PictureToPlace[],
): Place[] {
  const outwards = normal.clone().setY(0).normalize();
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), outwards);
  const right = new Vector3(1, 0, 0).applyQuaternion(turn);
  let from = -(pictures[0]?.size[0] ?? 0) / 2;
  return pictures.map(({ size: [width] }) => {
    const position = point
      .clone()
      .addScaledVector(outwards, HUNG.before)
      .addScaledVector(right, from + width / 2);
    from += width + HUNG.apart;
    return { position: position.toArray(), rotation: turn.toArray() };
  });
}

/** Size for a height of one. Square if the browser cannot read the picture, until its import has read the size. */
export async function pictureSizeOf(file: Blob): Promise<[number, number]> {
  try {
    const head = new Uint8Array(await file.slice(0, TGA_HEAD_BYTES).arrayBuffer());
    const { width, height } = readTgaHead(head, file.size) ?? (await createImageBitmap(file));
    return [(HEIGHT * width) / height, HEIGHT];
  } catch {
    return [HEIGHT, HEIGHT];
  }
}
