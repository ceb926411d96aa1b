import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CATALOGUE } from './catalogue.ts';
import { fileIdOf, materialOfSeed, PICTURES, readLibraryFile } from './make-seeds.ts';
import { drawMaterial } from './material-picture.ts';
import { withStage } from './with-stage.ts';

/**
 * Draws the thumbnails of the bundled models and materials with the product's stage. Run by hand after a seed
 * has changed in `manifest.json`: `node worker-assets/src/library/draw-pictures.ts [key …]`. The thumbnails are stored beside
 * the seeds, so that a first start does not draw dozens of pictures.
 */
const MODEL_PX = 384;
const [, , ...wanted] = process.argv;
const isWanted = ({ key }: { key: string }) => wanted.length === 0 || wanted.includes(key);

await withStage('draw-pictures', async (stage) => {
  for (const { key } of CATALOGUE.models.filter(isWanted)) {
    const model = await readLibraryFile(`${key}.glb`);
    await writeFile(join(PICTURES, `${key}.webp`), await stage.drawModel(model, { size: MODEL_PX }));
  }
  const maps = new Map<string, Uint8Array>();
  for (const seed of CATALOGUE.textures) {
    maps.set(`/api/assets/${fileIdOf(seed)}`, await readLibraryFile(`${seed.key}.webp`));
  }
  for (const seed of CATALOGUE.materials.filter(isWanted)) {
    await writeFile(
      join(PICTURES, `${seed.key}.webp`),
      await drawMaterial(stage, materialOfSeed(seed), maps),
    );
  }
});
