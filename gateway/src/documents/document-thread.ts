import { parentPort } from 'node:worker_threads';
import { type DocumentWork, runDocumentWork } from './document-work.ts';

/** Message to a document thread. */
export type ThreadRequest = { id: number; work: DocumentWork };
/** Answer of a document thread. */
export type ThreadAnswer = { id: number; result: unknown } | { id: number; error: string };

parentPort?.on('message', ({ id, work }: ThreadRequest) => {
  parentPort?.postMessage(answer(id, work));
});

function answer(id: number, work: DocumentWork): ThreadAnswer {
  try {
    return { id, result: runDocumentWork(work) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}
