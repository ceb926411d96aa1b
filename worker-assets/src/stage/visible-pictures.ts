import type { StageDrawResult, StageView } from '@diorama/shared/domain/stage-protocol.ts';
import sharp from 'sharp';
import { StageError, UnshowableError } from './stage-error.ts';

/** Draws a scene from some views. */
export type DrawViews = (views: StageView[]) => Promise<StageDrawResult>;

/** Anything seen, however small or pale, varies more than this; an even picture varies by nothing. */
const MIN_DEVIATION = 0.05;

/**
 * Draws a scene and never answers a blank picture of something. A saved view may look past everything at an even
 * backdrop: all of the scene is shown then, from the same side.
 * @throws {@link StageError} when nothing comes of that either, or nothing draws at all.
 */
export async function drawVisible(draw: DrawViews, views: StageView[]): Promise<StageDrawResult> {
  const result = await draw(views);
  if (result.renderer === '') {
    throw new StageError('The browser has no renderer');
  }
  const blank = await blankPictures(result);
  if (blank.length === 0) {
    return result;
  }
  const again = await draw(blank.flatMap((at) => views[at] ?? []).map(facing));
  if ((await blankPictures(again)).length > 0) {
    throw new UnshowableError('The browser drew a blank picture');
  }
  const pictures = result.pictures.map((picture, at) => again.pictures[blank.indexOf(at)] ?? picture);
  return { ...result, pictures };
}

/** Positions of the pictures that show nothing, of a scene in which something stands. */
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

/** All of the scene from the side that a view looks from. */
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
