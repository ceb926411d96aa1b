import type { StageDrawResult, StageView } from '@diorama/shared/domain/stage-protocol.ts';
import sharp from 'sharp';
import { NothingVisibleError } from './stage-error.ts';

/** Manner of a drawing: with back faces, or as in the viewer. */
export type DrawManner = { bothSides: boolean };
/** Draws a scene from several views. */
export type DrawViews = (views: StageView[], manner: DrawManner) => Promise<StageDrawResult>;

/** Least standard deviation of a picture with visible content; an empty picture has zero. */
const MIN_DEVIATION = 0.05;

/** Attempts for an empty picture, in order. */
const ATTEMPTS: readonly { bothSides: boolean; turn: (view: StageView) => StageView }[] = [
  // A saved view may see only the backdrop, so this shows the whole scene from the same side.
  { bothSides: false, turn: facing },
  // All faces may be back faces: tools with double-sided rendering hide this.
  { bothSides: true, turn: facing },
  // A flat object may be edge-on to the camera.
  { bothSides: true, turn: (view) => opposite(facing(view)) },
];

/**
 * Draws a scene and never returns an empty picture of visible content.
 * @throws {@link NothingVisibleError} when every attempt gives an empty picture.
 */
export async function drawVisible(draw: DrawViews, views: StageView[]): Promise<StageDrawResult> {
  const result = await draw(views, { bothSides: false });
  const pictures = [...result.pictures];
  let blank = await blankPictures(result);
  for (const { bothSides, turn } of ATTEMPTS) {
    if (blank.length === 0) {
      return { ...result, pictures };
    }
    const again = await draw(blank.flatMap((at) => views[at] ?? []).map(turn), { bothSides });
    const still = await blankPictures(again);
    blank.forEach((at, i) => {
      pictures[at] = again.pictures[i] ?? '';
    });
    blank = blank.filter((_, i) => still.includes(i));
  }
  if (blank.length > 0) {
    throw new NothingVisibleError('The browser drew a blank picture');
  }
  return { ...result, pictures };
}

/** Indices of the empty pictures, for a scene with content. */
async function blankPictures({ pictures, hasContent }: StageDrawResult): Promise<number[]> {
  const blank: number[] = [];
  for (const [at, picture] of pictures.entries()) {
    const { channels } = await sharp(Buffer.from(picture, 'base64')).stats();
    if (hasContent && channels.every(({ stdev }) => stdev < MIN_DEVIATION)) {
      blank.push(at);
    }
  }
  return blank;
}

/** A view of the whole scene from the side of a given view. */
function facing(view: StageView): StageView {
  if (view.kind === 'fit') {
    return view;
  }
  const { position, target, fov } = view.camera;
  return {
    kind: 'fit',
    from: [position[0] - target[0], position[1] - target[1], position[2] - target[2]],
    fov,
  };
}

/** The view from the opposite side, slightly from above. */
function opposite(view: StageView): StageView {
  if (view.kind === 'camera') {
    return view;
  }
  const [x, y, z] = view.from;
  return { ...view, from: [-z - x / 3, Math.abs(y) + 0.3, x - z / 3] };
}
