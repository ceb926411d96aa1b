import { type AssetFailure, isCodeFailure } from '../scene/asset-loader.ts';
import type { ShownScene } from './open-scene.ts';

/** First interval between requests for missing files. */
const LOOK_MS = 3_000;

/** Longest interval, for files that stay missing. */
const MAX_LOOK_MS = 60_000;

/**
 * Retries missing files: a scene may refer to a new model before it is available, and addresses expire.
 * @returns a function that ends the retries
 */
export function retryFiles({
  canvas,
  files,
  onComplete,
}: {
  canvas: { view: Pick<ShownScene['canvas']['view'], 'ready' | 'reload'> };
  files: Pick<ShownScene['files'], 'has' | 'renew'>;
  /** Called each time that no file is missing. */
  onComplete?: () => void;
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
    // A hidden page needs no files.
    if (document.hidden) {
      return;
    }
    const failures = (await canvas.view.ready()).filter((one) => !isCodeFailure(one));
    if (isOver) {
      return;
    }
    if (failures.length === 0) {
      onComplete?.();
    } else {
      const now = failures.map(({ iri }) => iri).join();
      wait = now === missed ? Math.min(2 * wait, MAX_LOOK_MS) : LOOK_MS;
      missed = now;
      await reload(failures);
    }
  };
  const plan = () => {
    timer = setTimeout(() => {
      // After a failed request, the next interval retries.
      look()
        .catch(() => undefined)
        .finally(() => {
          if (!isOver) {
            plan();
          }
        });
    }, wait);
  };
  plan();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
