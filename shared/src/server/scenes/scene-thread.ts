import { Worker } from 'node:worker_threads';
import {
  type ArchivedDocument,
  canonicalDocument,
  type ReadComponent,
  type ReadDocument,
  readArchivedComponent,
  readArchivedDocument,
} from './archived-document.ts';
import { type MergedScene, mergeScene, SLICE_BYTES, splitScene } from './merge-scene.ts';

/** Work on a large scene: its input and its result. */
type SceneWork = {
  merge: { input: readonly Uint8Array[]; result: MergedScene };
  split: { input: readonly Uint8Array[]; result: Uint8Array[] };
  canonical: { input: string; result: string };
  read: { input: ArchivedDocument; result: ReadDocument };
  component: { input: ArchivedDocument; result: ReadComponent };
};
type SceneKind = keyof SceneWork;

/** The functions of the thread. */
export const SCENE_WORK: {
  [Kind in SceneKind]: (input: SceneWork[Kind]['input']) => SceneWork[Kind]['result'];
} = {
  merge: mergeScene,
  split: splitScene,
  canonical: canonicalDocument,
  read: readArchivedDocument,
  component: readArchivedComponent,
};

/** A task of the thread; messages are copied, as the updates belong to the driver's buffers. */
export type SceneTask = {
  [Kind in SceneKind]: { id: number; kind: Kind; input: SceneWork[Kind]['input'] };
}[SceneKind];
export type SceneAnswer = { id: number; result: unknown } | { id: number; message: string };

const ENTRY = new URL('./scene-thread-entry.ts', import.meta.url);
/** Smaller scenes are merged in less time than the messages to a thread take. */
const SMALL_BYTES = 100_000;
/** The thread holds memory, so it ends after being idle for this long. */
const IDLE_MS = 60_000;
/** Young objects are collected early, as a thread does not return the memory that it grew by. */
const YOUNG_HEAP_MB = 16;

type Waiting = { resolve: (answer: SceneAnswer) => void; reject: (error: Error) => void };

/** Merges a scene, a large one in a thread, to keep the event loop responsive. */
export async function mergeSceneInThread(updates: readonly Uint8Array[]): Promise<MergedScene> {
  return bytesOf(updates) <= SMALL_BYTES ? mergeScene(updates) : thread.run('merge', updates);
}

/** Splits updates for `applyInSlices`, large ones in a thread. */
export async function splitSceneInThread(updates: readonly Uint8Array[]): Promise<Uint8Array[]> {
  return updates.every(({ length }) => length <= SLICE_BYTES) ? [...updates] : thread.run('split', updates);
}

/** A stored document as canonical JSON of this release, a large one made in a thread. */
export async function canonicalDocumentInThread(text: string): Promise<string> {
  return text.length <= SMALL_BYTES ? canonicalDocument(text) : thread.run('canonical', text);
}

/** Validates a document of an archive, a large one in a thread. */
export async function readArchivedDocumentInThread(archived: ArchivedDocument): Promise<ReadDocument> {
  return archived.text.length <= SMALL_BYTES ? readArchivedDocument(archived) : thread.run('read', archived);
}

/** Validates a version of a component of an archive, a large one in a thread. */
export async function readArchivedComponentInThread(archived: ArchivedDocument): Promise<ReadComponent> {
  return archived.text.length <= SMALL_BYTES
    ? readArchivedComponent(archived)
    : thread.run('component', archived);
}

function bytesOf(updates: readonly Uint8Array[]): number {
  return updates.reduce((sum, { length }) => sum + length, 0);
}

/** One thread per process, started by the first task and restarted after a failure. */
class SceneThread {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;

  async run<Kind extends SceneKind>(
    kind: Kind,
    input: SceneWork[Kind]['input'],
  ): Promise<SceneWork[Kind]['result']> {
    clearTimeout(this.#idle);
    const worker = this.#worker ?? this.#start();
    this.#worker = worker;
    this.#last += 1;
    const id = this.#last;
    const { promise, resolve, reject } = Promise.withResolvers<SceneAnswer>();
    this.#waiting.set(id, { resolve, reject });
    worker.ref();
    worker.postMessage({ id, kind, input });
    const answer = await promise;
    if ('message' in answer) {
      throw new Error(answer.message);
    }
    // The thread runs the function of `kind`.
    return answer.result as SceneWork[Kind]['result'];
  }

  #start(): Worker {
    const worker = new Worker(ENTRY, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_HEAP_MB } });
    worker.on('message', (answer: SceneAnswer) => {
      this.#waiting.get(answer.id)?.resolve(answer);
      this.#waiting.delete(answer.id);
      if (this.#waiting.size === 0) {
        // An idle thread does not keep the process alive.
        worker.unref();
        this.#idle = setTimeout(() => this.#end(worker), IDLE_MS).unref();
      }
    });
    worker.on('error', (error) => this.#fail(worker, error));
    worker.on('exit', () => this.#fail(worker, new Error('The thread has ended')));
    return worker;
  }

  #end(worker: Worker): void {
    if (this.#worker === worker) {
      this.#worker = null;
    }
    // The event `exit` follows.
    void worker.terminate();
  }

  /** Only tasks of the current thread are pending: an older one has answered or failed its tasks. */
  #fail(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) {
      return;
    }
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) {
      reject(error instanceof Error ? error : new Error(String(error)));
    }
    this.#waiting.clear();
  }
}

const thread = new SceneThread();
