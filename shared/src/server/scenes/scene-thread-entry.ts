/** Entry of the thread that works on large scenes. */
import { parentPort } from 'node:worker_threads';
import { SCENE_WORK, type SceneAnswer, type SceneTask } from './scene-thread.ts';

parentPort?.on('message', (task: SceneTask) => parentPort?.postMessage(runTask(task)));

function runTask({ id, kind, input }: SceneTask): SceneAnswer {
  try {
    // The input belongs to the kind, which the compiler does not follow through the table.
    const work = SCENE_WORK[kind] as (input: SceneTask['input']) => unknown;
    return { id, result: work(input) };
  } catch (error) {
    return { id, message: String(error) };
  }
}
