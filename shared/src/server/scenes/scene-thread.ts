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
/** Work on less takes less time than the messages to a thread. */
const SMALL_SIZE = 100_000;
/** The thread holds memory, so it ends after being idle for this long. */
const IDLE_MS = 60_000;
/** Young objects are collected early, as a thread does not return the memory that it grew by. */
const YOUNG_HEAP_MB = 16;

/** A task that has waited for this long goes before smaller ones. */
const WAIT_MS = 5_000;

type Waiting = {
  task: SceneTask;
  /** What `sizeOf` returns. */
  size: number;
  since: number;
  resolve: (answer: SceneAnswer) => void;
  reject: (error: Error) => void;
};

/** Merges a scene, a large one in a thread, to keep the event loop responsive. */
export async function mergeSceneInThread(updates: readonly Uint8Array[]): Promise<MergedScene> {
  return run('merge', updates);
}

/** Splits updates for `applyInSlices`, large ones in a thread. */
export async function splitSceneInThread(updates: readonly Uint8Array[]): Promise<Uint8Array[]> {
  return updates.every(({ length }) => length <= SLICE_BYTES) ? [...updates] : run('split', updates);
}

/** A stored document as canonical JSON of this release, a large one made in a thread. */
export async function canonicalDocumentInThread(text: string): Promise<string> {
  return run('canonical', text);
}

/** Validates a document of an archive, a large one in a thread. */
export async function readArchivedDocumentInThread(archived: ArchivedDocument): Promise<ReadDocument> {
  return run('read', archived);
}

/** Validates a version of a component of an archive, a large one in a thread. */
export async function readArchivedComponentInThread(archived: ArchivedDocument): Promise<ReadComponent> {
  return run('component', archived);
}

async function run<Kind extends SceneKind>(
  kind: Kind,
  input: SceneWork[Kind]['input'],
): Promise<SceneWork[Kind]['result']> {
  const size = sizeOf(input);
  return size <= SMALL_SIZE ? SCENE_WORK[kind](input) : thread.run(kind, input, size);
}

/** Size of an input in bytes of updates, or in characters of a text. */
function sizeOf(input: SceneTask['input']): number {
  if (typeof input === 'string') {
    return input.length;
  }
  return 'text' in input ? input.text.length : input.reduce((sum, { length }) => sum + length, 0);
}

/**
 * One thread per process, started by the first task and restarted after a failure. Of the tasks that wait, the
 * smallest goes first, so that a few scenes of many megabytes do not hold up all others.
 */
class SceneThread {
  readonly #waiting: Waiting[] = [];
  #running: Waiting | null = null;
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;

  async run<Kind extends SceneKind>(
    kind: Kind,
    input: SceneWork[Kind]['input'],
    size: number,
  ): Promise<SceneWork[Kind]['result']> {
    this.#last += 1;
    // The compiler does not see that the input belongs to the kind.
    const task = { id: this.#last, kind, input } as SceneTask;
    const { promise, resolve, reject } = Promise.withResolvers<SceneAnswer>();
    this.#waiting.push({ task, size, since: performance.now(), resolve, reject });
    this.#next();
    const answer = await promise;
    if ('message' in answer) {
      throw new Error(answer.message);
    }
    // The thread runs the function of `kind`.
    return answer.result as SceneWork[Kind]['result'];
  }

  #next(): void {
    if (this.#running || this.#waiting.length === 0) {
      return;
    }
    clearTimeout(this.#idle);
    const worker = this.#worker ?? this.#start();
    this.#worker = worker;
    const running = takeNext(this.#waiting);
    this.#running = running;
    worker.ref();
    worker.postMessage(running.task);
  }

  #start(): Worker {
    const worker = new Worker(ENTRY, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_HEAP_MB } });
    worker.on('message', (answer: SceneAnswer) => {
      this.#running?.resolve(answer);
      this.#running = null;
      // An idle thread does not keep the process alive.
      worker.unref();
      this.#idle = setTimeout(() => this.#end(worker), IDLE_MS).unref();
      this.#next();
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

  /** Fails the task that ran in the current thread; the others go on in a new one. */
  #fail(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) {
      return;
    }
    this.#worker = null;
    this.#running?.reject(error instanceof Error ? error : new Error(String(error)));
    this.#running = null;
    this.#next();
  }
}

/** Takes the smallest task, or the oldest one if that has waited for too long. */
function takeNext(waiting: Waiting[]): Waiting {
  const [oldest] = waiting;
  const isLate = oldest !== undefined && performance.now() - oldest.since > WAIT_MS;
  const next = isLate ? oldest : waiting.reduce((least, other) => (other.size < least.size ? other : least));
  waiting.splice(waiting.indexOf(next), 1);
  return next;
}

const thread = new SceneThread();
