import type { AssetFailure } from '../../scene/asset-loader.ts';
import type { ShownScene } from '../use-scene-canvas.ts';

/** How often it is looked for files that could not be had. */
const LOOK_MS = 3_000;
/** And for the same ones again and again. */
const MOST_LOOK_MS = 60_000;

/**
 * Asks again for files that could not be had: a scene names a new model before that can be fetched, and addresses end.
 * @returns what ends it
 */
export function followLateFiles({
  canvas,
  files,
}: {
  canvas: { view: Pick<ShownScene['canvas']['view'], 'ready' | 'reload'> };
  files: Pick<ShownScene['files'], 'has' | 'renew'>;
}): () => void {
  let isOver = false;
  let wait = LOOK_MS;
  let missed = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  const reload = async (failures: readonly AssetFailure[]) => {
    await files.renew();
    for (const { iri } of failures) {
      if (!isOver && files.has(iri)) {
        canvas.view.reload(iri);
      }
    }
  };
  const look = async () => {
    const failures = await canvas.view.ready();
    if (!isOver && failures.length > 0) {
      const now = failures.map(({ iri }) => iri).join();
      wait = now === missed ? Math.min(2 * wait, MOST_LOOK_MS) : LOOK_MS;
      missed = now;
      await reload(failures);
    }
  };
  const plan = () => {
    timer = setTimeout(() => {
      // Nobody answers: the next time it is looked for them still.
      look()
        .catch(() => undefined)
        .finally(() => !isOver && plan());
    }, wait);
  };
  plan();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
