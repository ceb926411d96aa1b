import type { StageDrawResult, StageView } from '@diorama/shared/domain/stage-protocol.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { NothingVisibleError } from './stage-error.ts';
import { type DrawManner, drawVisible } from './visible-pictures.ts';

const FRONT: StageView = { kind: 'fit', from: [0, 0, 1], fov: 30 };

async function png(isBlank: boolean): Promise<string> {
  const background = isBlank ? '#000' : '#fff';
  const dot = sharp({ create: { width: 2, height: 2, channels: 3, background } }).png();
  const create = { width: 8, height: 8, channels: 3, background: '#000' } as const;
  const picture = sharp({ create }).composite([{ input: await dot.toBuffer(), left: 2, top: 2 }]);
  return (await picture.png().toBuffer()).toString('base64');
}

/**
 * A fake scene that is visible only for some views and manners. `asked` records the manner of each drawing.
 */
function scene(isSeen: (view: StageView, manner: DrawManner) => boolean) {
  const asked: DrawManner[] = [];
  const draw = async (views: StageView[], manner: DrawManner): Promise<StageDrawResult> => {
    asked.push(manner);
    const pictures = await Promise.all(views.map((view) => png(!isSeen(view, manner))));
    return { pictures, renderer: 'paper', hasContent: true, failures: [] };
  };
  return { draw, asked };
}

const looksFromTheFront = (view: StageView) => view.kind === 'fit' && view.from[2] > 0.9;

describe('a blank picture', () => {
  it('is drawn again with the back sides of all faces', async () => {
    const { draw, asked } = scene((_, { bothSides }) => bothSides);
    const { pictures } = await drawVisible(draw, [FRONT]);
    expect(pictures).toEqual([await png(false)]);
    expect(asked.at(-1)).toEqual({ bothSides: true });
  });

  it('is then drawn from another side, while other pictures stay unchanged', async () => {
    const other: StageView = { kind: 'fit', from: [0, 0, 2], fov: 31 };
    const { draw } = scene((view) => view === other || !looksFromTheFront(view));
    const { pictures } = await drawVisible(draw, [FRONT, other]);
    expect(pictures).toEqual([await png(false), await png(false)]);
  });

  it('is never returned', async () => {
    const { draw, asked } = scene(() => false);
    await expect(drawVisible(draw, [FRONT])).rejects.toBeInstanceOf(NothingVisibleError);
    expect(asked).toHaveLength(4);
  });
});
