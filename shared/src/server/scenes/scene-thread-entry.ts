/** Entry of the thread that merges and splits large scenes. */
import { parentPort } from 'node:worker_threads';
import { mergeScene, splitScene } from './merge-scene.ts';
import type { SceneAnswer, SceneTask } from './scene-thread.ts';

parentPort?.on('message', ({ id, kind, updates }: SceneTask) => {
  const answer = runTask({ id, kind, updates });
  parentPort?.postMessage(answer);
});

function runTask({ id, kind, updates }: SceneTask): SceneAnswer {
  try {
    return kind === 'merge'
      ? { id, kind, result: mergeScene(updates) }
      : { id, kind, result: splitScene(updates) };
  } catch (error) {
    return { id, kind: 'failed', message: String(error) };
  }
}
