import type { Asset } from '@diorama/shared/contract/assets.ts';
import { MAX_UPLOAD_BYTES } from '@diorama/shared/plans.ts';
import {
  LEFT,
  type UploadControl,
  type UploadHold,
  type UploadOptions,
} from '../../../../api/upload-options.ts';
import { fetchCode } from '../../../../fetch-code.ts';
import { extensionOf } from '../../../../files/file-names.ts';
import type { ImportSet } from '../../../../files/import-set.ts';
import { type Throughput, ThroughputMeter } from '../../../../files/throughput.ts';
import type { Sending } from '../../../managers/peer-state.ts';

/** Fixed modification time of all zip entries. */
const PACKED_AT = new Date(2000, 0, 1);

/** Extensions of compressed formats, which are stored without deflation. */
const PACKED = /^(png|jpe?g|webp|avif|hei[cf]|gif|ktx2|usdz|3mf|zip)$/;

/** Uploads a file as a picture or model; the returned asset is converted in the background. */
export type SendFile = (
  file: File,
  options: Required<UploadOptions> & { isPicture: boolean },
) => Promise<Asset>;

/** Upload progress. `share` is 0 to 1; `reason` is the server's message, null for a lost connection. */
export type ImportUploadPhase =
  | { kind: 'queued'; position: null; etaSeconds: null }
  | { kind: 'packing' }
  | {
      kind: 'uploading';
      share: number;
      throughput: Throughput | null;
      hold: UploadHold | null;
      canPause: boolean;
    }
  | { kind: 'failed'; reason: string | null; canRetry: boolean; lacksFiles: boolean; isTooLarge?: true }
  | { kind: 'interrupted' };

/** Largest number of parallel uploads; more would slow each down, and each is packed in memory. */
const MAX_AT_ONCE = 3;

type Upload = {
  set: ImportSet;
  /** Starts the upload when its turn comes. */
  begin: () => void;
  phase: ImportUploadPhase;
  abort: AbortController;
  control: UploadControl | null;
  meter: ThroughputMeter;
};

/** Uploads of this tab, by node id. */
export class ImportUploads {
  readonly #send: SendFile;
  readonly #onChange: () => void;
  readonly #running = new Map<string, Upload>();

  constructor(send: SendFile, onChange: () => void) {
    this.#send = send;
    this.#onChange = onChange;
  }

  nodeIds(): string[] {
    return [...this.#running.keys()];
  }

  phaseOf(nodeId: string): ImportUploadPhase | null {
    return this.#running.get(nodeId)?.phase ?? null;
  }

  /** Upload progress that is shared with other users. */
  sending(): Sending[] {
    return [...this.#running].flatMap(([nodeId, { phase }]) => {
      if (phase.kind === 'uploading') {
        return [{ nodeId, share: phase.share, isHeld: phase.hold !== null }];
      }
      return phase.kind === 'packing' || phase.kind === 'queued' ? [{ nodeId, share: 0, isHeld: false }] : [];
    });
  }

  /** Queues an upload, replacing the node's current one. `done` receives the resulting asset. */
  start(nodeId: string, set: ImportSet, done: (asset: Asset) => void): void {
    const before = this.#running.get(nodeId);
    // A failed upload of the same files is resumed.
    if (before && !HAS_ENDED.has(before.phase.kind)) {
      before.abort.abort();
    }
    const turn = Promise.withResolvers<void>();
    const upload: Upload = {
      set,
      begin: turn.resolve,
      phase: { kind: 'queued', position: null, etaSeconds: null },
      abort: new AbortController(),
      control: null,
      meter: new ThroughputMeter(),
    };
    this.#running.set(nodeId, upload);
    turn.promise
      .then(() => this.#run(upload))
      .then(
        (asset) => {
          if (this.#running.get(nodeId) === upload) {
            this.#running.delete(nodeId);
            done(asset);
          }
          this.#takeTurns();
        },
        (error: unknown) => {
          if (!upload.abort.signal.aborted) {
            upload.phase = isUnreadable(error) ? { kind: 'interrupted' } : failedBy(error);
            this.#onChange();
          }
          this.#takeTurns();
        },
      );
    this.#takeTurns();
  }

  /** Files of a node's upload, running or failed; null without one. */
  setOf(nodeId: string): ImportSet | null {
    return this.#running.get(nodeId)?.set ?? null;
  }

  pause(nodeId: string): void {
    this.#running.get(nodeId)?.control?.pause();
  }

  resume(nodeId: string): void {
    this.#running.get(nodeId)?.control?.resume();
  }

  /** Cancels an upload and discards its data on the server. */
  cancel(nodeId: string): void {
    this.#running.get(nodeId)?.abort.abort();
    this.#running.delete(nodeId);
    this.#takeTurns();
  }

  /** Stops all uploads when the page is left; the server keeps partial data for a day. */
  leave(): void {
    for (const { abort } of this.#running.values()) {
      abort.abort(LEFT);
    }
  }

  /** Starts waiting uploads in order, up to the limit; paused ones do not count. */
  #takeTurns(): void {
    const all = [...this.#running.values()];
    const room = Math.max(0, MAX_AT_ONCE - all.filter(isAtWork).length);
    const next = all.filter(({ phase }) => phase.kind === 'queued').slice(0, room);
    for (const upload of next) {
      upload.phase = { kind: 'packing' };
      upload.begin();
    }
    if (next.length > 0) {
      this.#onChange();
    }
  }

  async #run(upload: Upload): Promise<Asset> {
    const { signal } = upload.abort;
    const file = await packSet(upload.set);
    signal.throwIfAborted();
    const change = (patch: Partial<ImportUploadPhase & { kind: 'uploading' }>) => {
      const before = upload.phase.kind === 'uploading' ? upload.phase : NOT_BEGUN;
      upload.phase = { ...before, ...patch };
      this.#onChange();
    };
    return await this.#send(file, {
      isPicture: upload.set.isPicture ?? false,
      signal,
      onProgress: (share) => {
        upload.meter.note(share * file.size, performance.now());
        change({ share, throughput: upload.meter.read(file.size) });
      },
      onPieces: (control) => {
        upload.control = control;
        change({ canPause: true });
      },
      onHold: (hold) => {
        upload.meter.reset();
        change({ hold, throughput: null });
        this.#takeTurns();
      },
    });
  }
}

const NOT_BEGUN = { kind: 'uploading', share: 0, throughput: null, hold: null, canPause: false } as const;

/** Phases of finished uploads. */
const HAS_ENDED: ReadonlySet<ImportUploadPhase['kind']> = new Set(['failed', 'interrupted']);

/** Whether an upload counts towards the limit. */
function isAtWork({ phase }: Upload): boolean {
  return phase.kind === 'packing' || (phase.kind === 'uploading' && phase.hold === null);
}

/** Whether a file was moved, changed or deleted since it was chosen, by the browser's error. */
function isUnreadable(error: unknown): boolean {
  return (
    error instanceof DOMException && (error.name === 'NotReadableError' || error.name === 'NotFoundError')
  );
}

function failedBy(error: unknown): ImportUploadPhase {
  const failed = { kind: 'failed', reason: reasonOf(error), canRetry: true, lacksFiles: false } as const;
  return error instanceof TooLargeError ? { ...failed, canRetry: false, isTooLarge: true } : failed;
}

function reasonOf(error: unknown): string | null {
  const title = typeof error === 'object' && error !== null && 'title' in error ? error.title : null;
  return typeof title === 'string' && title !== '' ? title : null;
}

/** The files exceed the upload limit, even when packed. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/**
 * Packs a model into one upload: its single file, or a zip with its side files.
 * @param most - size limit of the zip in bytes
 * @throws {@link TooLargeError} for a larger zip
 */
export async function packSet({ name, files }: ImportSet, most = MAX_UPLOAD_BYTES): Promise<File> {
  const [only] = files;
  if (files.length === 1 && only) {
    return only.file;
  }
  // Sorted, so that the same files give the same bytes and an interrupted upload can resume.
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const entries: Entries = {};
  for (const { file, path } of sorted) {
    const level = PACKED.test(extensionOf(path)) ? 0 : 1;
    entries[path] = [new Uint8Array(await file.arrayBuffer()), { mtime: PACKED_AT, level }];
  }
  const packed = await zipped(entries);
  if (packed.length > most) {
    throw new TooLargeError();
  }
  const lastModified = Math.max(...files.map(({ file }) => file.lastModified));
  return new File([packed], `${name}.zip`, { type: 'application/zip', lastModified });
}

type Entries = Record<string, [Uint8Array, { mtime: Date; level: 0 | 1 }]>;

/** Large files are packed in a worker, as they would block the page. */
async function zipped(entries: Entries): Promise<Uint8Array<ArrayBuffer>> {
  const { zip } = await fetchCode(() => import('three/addons/libs/fflate.module.js'));
  return await new Promise((resolve, reject) => {
    zip(entries, (error, bytes) => (error ? reject(error) : resolve(new Uint8Array(bytes))));
  });
}
