import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConversionPool } from '../import/conversion-pool.ts';
import { importFile } from '../import/import-file.ts';
import { createStage } from '../stage/stage.ts';
import { type RenderedDifference, renderedDifference } from './rendered-difference.ts';
import { buildStagePage } from './stage-page-build.ts';

/** Sides of the compared pictures, in pixels. */
const SIZE = 256;

/**
 * Measures the visible difference that an import makes, with a separate browser and child process. Must be
 * disposed.
 */
export type PictureComparison = AsyncDisposable & {
  /** Draws a GLB unchanged. */
  draw: (path: string) => Promise<Buffer>;
  /** Draws an original GLB and both outputs of its import. */
  compare: (path: string) => Promise<{ main: RenderedDifference; mobile: RenderedDifference }>;
};

/** Opens a judge with a new build of the drawing page. */
export async function openPictureComparison(): Promise<PictureComparison> {
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
    compare: async (path) => {
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
