import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConversionPool } from '../import/conversion-pool.ts';
import { importFile } from '../import/import-file.ts';
import { createStage } from '../stage/stage.ts';
import { type RenderedDifference, renderedDifference } from './rendered-difference.ts';
import { buildStagePage } from './stage-page-build.ts';

/** Sides of the pictures that are compared, in pixels. */
const SIZE = 256;

/** Measures the visible change by an import, with a separate browser and child, until it is disposed of. */
export type PictureJudge = AsyncDisposable & {
  /** Draws a GLB as it is. */
  draw: (path: string) => Promise<Buffer>;
  /** Draws the original of a GLB, and the two files that an import creates. */
  judge: (path: string) => Promise<{ main: RenderedDifference; mobile: RenderedDifference }>;
};

/** Opens a judge, with the drawing page built from the current sources. */
export async function openPictureJudge(): Promise<PictureJudge> {
  await using failing = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), 'diorama-rendered-'));
  failing.defer(() => rm(dir, { recursive: true, force: true }));
  await chmod(dir, 0o711);
  await buildStagePage(join(dir, 'web'));
  const logger = { info: () => undefined, warn: () => undefined };
  const stage = createStage({
    webDist: join(dir, 'web'),
    tmpDir: join(tmpdir(), 'diorama-test-stage'),
    logger,
  });
  failing.defer(() => stage.close());
  const pool = await ConversionPool.create({ size: 1 });
  failing.defer(() => pool.close());
  const draw = async (path: string) =>
    await stage.drawModel(new Uint8Array(await readFile(path)), { size: SIZE });
  const deps = { pool, tmpDir: join(dir, 'import'), convertInPage: stage.convert };
  const ending = failing.move();
  return {
    draw,
    judge: async (path) => {
      const before = await draw(path);
      const after = await importFile(
        deps,
        { file: { name: 'model.glb', path }, expects: 'model' },
        async (made) => {
          if (made.kind !== 'model') {
            throw new Error('It became no model');
          }
          return { main: await draw(made.glb), mobile: await draw(made.mobile) };
        },
      );
      return {
        main: await renderedDifference(before, after.main),
        mobile: await renderedDifference(before, after.mobile),
      };
    },
    [Symbol.asyncDispose]: () => ending.disposeAsync(),
  };
}
