import type { StageDrawResult, StageView } from '@diorama/shared/domain/stage-protocol.ts';
import sharp from 'sharp';
import { StageError, UnshowableError } from './stage-error.ts';

/** How a scene is drawn besides the views: double-sided, or as users see it. */
export type DrawManner = { bothSides: boolean };
/** Draws a scene from some views. */
export type DrawViews = (views: StageView[], manner: DrawManner) => Promise<StageDrawResult>;

/** Least deviation of a picture with visible content, however small or pale; a uniform picture has none. */
const MIN_DEVIATION = 0.05;

/** Attempts for a blank picture, in order. */
const ATTEMPTS: readonly { bothSides: boolean; turn: (view: StageView) => StageView }[] = [
  // A saved view may miss all content before a uniform backdrop: the whole scene is drawn then, from the
  // same side.
  { bothSides: false, turn: facing },
  // All faces may face away: tools that draw both sides never show this.
  { bothSides: true, turn: facing },
  // A flat object may be edge-on to the camera.
  { bothSides: true, turn: (view) => opposite(facing(view)) },
];

/**
 * Draws a scene and never returns a blank picture of a scene with content.
 * @throws {@link StageError} when all attempts fail.
 */
export async function drawVisible(draw: DrawViews, views: StageView[]): Promise<StageDrawResult> {
  const result = await draw(views, { bothSides: false });
  if (result.renderer === '') {
    throw new StageError('The browser has no renderer');
  }
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
    throw new UnshowableError('The browser drew a blank picture');
  }
  return { ...result, pictures };
}

/** Indices of blank pictures of a scene with content. */
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

/** The whole scene from the side of a view. */
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

/** The same from the other side, and from a little above. */
function opposite(view: StageView): StageView {
  if (view.kind === 'camera') {
    return view;
  }
  const [x, y, z] = view.from;
  return { ...view, from: [-z - x / 3, Math.abs(y) + 0.3, x - z / 3] };
}
