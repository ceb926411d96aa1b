import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  openPictureComparison,
  type PictureComparison,
} from '@diorama/worker-assets/test/picture-comparison.ts';
import { renderedDifference } from '@diorama/worker-assets/test/rendered-difference.ts';
import { TEXTURED_MODELS, texturedModel, writeArFiles } from '@diorama/worker-assets/test/textured-models.ts';
import { summarise } from '../measure.ts';
import { atMost, type Row } from '../row.ts';

/** Side of the textures, in pixels: the largest that AR shows. */
const SIZE = 2048;

type Total = { name: string; usdz: number; glb: number; android: number; look: number };

/** Writes the files of one model, and draws it with the textures of the GLB and of the USDZ. */
async function totalOf(
  name: string,
  { comparison, dir }: { comparison: PictureComparison; dir: string },
): Promise<Total> {
  const { glb, android, usdz } = await writeArFiles(await texturedModel(name, SIZE));
  const draw = async (file: string, bytes: Uint8Array) => {
    writeFileSync(join(dir, file), bytes);
    return await comparison.draw(join(dir, file));
  };
  const { mean } = await renderedDifference(await draw('main.glb', glb), await draw('ar.glb', android));
  return { name, usdz: usdz.length, glb: glb.length, android: android.length, look: mean };
}

export const usdzTotal: Row = {
  name: 'usdz-total',
  what: 'bytes of whole USDZ files of textured models against GLB files with pictures of the same size, and their look',
  run: async () => {
    using dir = mkdtempDisposableSync(join(tmpdir(), 'diorama-usdz-total-'));
    await using comparison = await openPictureComparison();
    const totals: Total[] = [];
    for (const name of Object.keys(TEXTURED_MODELS)) {
      totals.push(await totalOf(name, { comparison, dir: dir.path }));
    }
    const sum = (read: (total: Total) => number) => totals.reduce((all, total) => all + read(total), 0);
    const bytes = sum(({ usdz }) => usdz);
    return {
      unit: 'bytes',
      measured: (['usdz', 'android', 'glb'] as const).map((kind) =>
        summarise(
          kind,
          totals.map((total) => total[kind]),
        ),
      ),
      goals: [
        atMost('of the GLB for AR on Android', bytes / sum(({ android }) => android), 1.5),
        atMost('of the optimised GLB', bytes / sum(({ glb }) => glb), 1.5),
        atMost(
          'of 255 between the pictures of the worst model',
          Math.max(...totals.map(({ look }) => look)),
          1,
        ),
      ],
      notes: totals.map(
        ({ name, usdz, glb, android, look }) =>
          `${name}: ${(usdz / glb).toFixed(2)} of the GLB, ${(usdz / android).toFixed(2)} of Android's, ${look.toFixed(3)} of 255`,
      ),
    };
  },
};
