import { Upload as TusUpload } from 'tus-js-client';
import { parseApiError } from './api-error.ts';
import { newTraceparent } from './random-id.ts';
import { LEFT, type UploadHold, type UploadOptions } from './upload-options.ts';

/** A name that no other page holds until `release` is called. */
type ReservedName = { name: string; release: () => Promise<void> };

/** Names held by this page, for browsers without Web Locks. */
const held = new Set<string>();

const ENDPOINT = '/api/uploads';
const CHUNK_BYTES = 8_000_000;
/** Delays after an answer that asks for a retry. */
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000];
/** Growing delays between retries while the server is unreachable; the browser's `online` event ends them at once. */
const OFFLINE_MS = [1_000, 2_000, 4_000, 8_000, 10_000] as const;

type Pieces = {
  /** Key for finding an unfinished upload of the same file. */
  fingerprint: string;
  metadata: Record<string, string>;
  token: () => Promise<string>;
  /** Whether an earlier upload has already become an asset. */
  isDone: (url: string) => Promise<boolean>;
};

/**
 * Uploads a file in pieces and resumes an earlier try. While the server is unreachable it waits without limit.
 * @returns the upload's address.
 * @throws ApiError, the browser's error for an unreadable file, or `AbortError` when the signal ends it. An abort
 * deletes the uploaded pieces unless its reason is {@link LEFT}.
 */
export async function uploadChunks(file: File, options: UploadOptions, pieces: Pieces): Promise<string> {
  const { signal } = options;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  // The same file can be uploaded twice at once, also in two tabs; two uploads cannot resume one half.
  const { name: fingerprint, release } = await reserveName(pieces.fingerprint);
  const upload = new TusUpload(file, {
    endpoint: ENDPOINT,
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS_MS,
    removeFingerprintOnSuccess: true,
    fingerprint: async () => fingerprint,
    metadata: pieces.metadata,
    headers: { traceparent: newTraceparent() },
    onBeforeRequest: async (request) => {
      request.setHeader('Authorization', `Bearer ${await pieces.token()}`);
    },
    onShouldRetry: (error) => isPassing(answerIn(error)),
    onProgress: (sent, total) => {
      holding.end();
      options.onProgress?.(total > 0 ? sent / total : 0);
    },
    onSuccess: () => resolve(upload.url ?? ''),
    onError: (error) => {
      const answer = answerIn(error);
      if (answer !== null) {
        reject(parseApiError(answer.getStatus(), answer.getBody(), null));
        return;
      }
      // A file that was changed or deleted meanwhile looks like a lost connection.
      file.slice(0, 1).arrayBuffer().then(holding.wait, reject);
    },
  });
  const holding = new Holding(upload, options.onHold);
  const end = () => {
    // If the user cancels, the uploaded half is deleted too.
    upload.abort(signal?.reason !== LEFT).catch(() => undefined);
    reject(new DOMException('The upload was cancelled', 'AbortError'));
  };
  signal?.addEventListener('abort', end);
  try {
    const [previous] = await upload.findPreviousUploads();
    if (previous?.uploadUrl && (await pieces.isDone(previous.uploadUrl))) {
      return previous.uploadUrl;
    }
    signal?.throwIfAborted();
    if (previous) {
      upload.resumeFromPreviousUpload(previous);
    }
    options.onPieces?.({ pause: holding.pause, resume: holding.resume });
    upload.start();
    return await promise;
  } finally {
    holding.dispose();
    signal?.removeEventListener('abort', end);
    await release();
  }
}

/** Pauses and resumes an upload. */
class Holding {
  readonly #upload: TusUpload;
  readonly #report: (hold: UploadHold | null) => void;
  #hold: UploadHold | null = null;
  #tries = 0;
  #isOver = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(upload: TusUpload, report: ((hold: UploadHold | null) => void) | undefined) {
    this.#upload = upload;
    this.#report = report ?? (() => undefined);
    window.addEventListener('online', this.#tryAgain);
  }

  readonly pause = (): void => {
    clearTimeout(this.#timer);
    this.#set('paused');
    this.#upload.abort(false).catch(() => undefined);
  };

  readonly resume = (): void => {
    if (this.#hold === 'paused') {
      this.#set(null);
      this.#upload.start();
    }
  };

  /** Waits until the server can be reached again. */
  readonly wait = (): void => {
    if (this.#hold !== 'paused' && !this.#isOver) {
      this.#set('offline');
      this.#timer = setTimeout(this.#tryAgain, OFFLINE_MS[Math.min(this.#tries, OFFLINE_MS.length - 1)]);
      this.#tries += 1;
    }
  };

  end(): void {
    if (this.#hold === 'offline') {
      this.#tries = 0;
      this.#set(null);
    }
  }

  dispose(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    window.removeEventListener('online', this.#tryAgain);
  }

  readonly #tryAgain = (): void => {
    if (this.#hold === 'offline') {
      clearTimeout(this.#timer);
      this.#upload.start();
    }
  };

  #set(hold: UploadHold | null): void {
    if (hold !== this.#hold) {
      this.#hold = hold;
      this.#report(hold);
    }
  }
}

/** Whether a retry of the same request may succeed: a concurrent write, too many requests, or a server error. */
function isPassing(answer: TusResponse | null): boolean {
  const status = answer?.getStatus() ?? 0;
  const isToComeAgain = status === 429 && (answer?.getHeader('Retry-After') ?? null) !== null;
  return status >= 500 || status === 409 || status === 423 || isToComeAgain;
}

function answerIn(error: Error): TusResponse | null {
  return 'originalResponse' in error ? (error.originalResponse as TusResponse | null) : null;
}

type TusResponse = {
  getStatus(): number;
  getBody(): string;
  getHeader(name: string): string | null | undefined;
};

/** Reserves a name among all pages of this browser: the given one, or that with a number if it is taken. */
export async function reserveName(wanted: string): Promise<ReservedName> {
  for (let number = 2, name = wanted; ; number += 1) {
    const release = await tryToHold(name);
    if (release) {
      return { name, release };
    }
    name = `${wanted} ${number}`;
  }
}

async function tryToHold(name: string): Promise<ReservedName['release'] | null> {
  if (held.has(name)) {
    return null;
  }
  held.add(name);
  // A browser that refuses locks must not prevent uploads.
  const unlock = await lock(name).catch(() => async () => undefined);
  if (!unlock) {
    held.delete(name);
    return null;
  }
  return async () => {
    await unlock();
    held.delete(name);
  };
}

/** Returns null if another page holds the lock; the browser releases the locks of a closed page. */
async function lock(name: string): Promise<ReservedName['release'] | null> {
  const { locks } = navigator;
  // Pages without HTTPS have no Web Locks.
  if (!locks) {
    return async () => undefined;
  }
  const { promise: isOver, resolve: unlock } = Promise.withResolvers<void>();
  const { promise: isOurs, resolve: answer, reject } = Promise.withResolvers<boolean>();
  const request = locks.request(name, { ifAvailable: true }, async (granted) => {
    answer(granted !== null);
    await (granted && isOver);
  });
  request.catch(reject);
  const release = async () => {
    unlock();
    await request;
  };
  return (await isOurs) ? release : null;
}
