import type { Asset } from '@diorama/shared/contract/assets.ts';
import type { Session } from '../session/session.ts';
import { ApiError, NETWORK_ERROR, parseApiError } from './api-error.ts';
import type { ApiClient } from './client.ts';
import type { CallInput } from './send.ts';

/** Larger files go by the resumable protocol, in bytes; smaller ones in one request. */
const RESUMABLE_FROM = 16_000_000;
const CHUNK_BYTES = 8_000_000;
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000];
const ENDPOINT = '/api/uploads';

export type UploadOptions = {
  signal?: AbortSignal;
  /** Told the share that has arrived, 0 to 1. */
  onProgress?: (share: number) => void;
};

/** Uploads files into a workspace or scene. */
export type Upload = (
  file: File,
  fields: CallInput<'uploadAsset'>['body'],
  options?: UploadOptions,
) => Promise<Asset>;

/**
 * Builds the upload. A large file goes on where it stopped after a lost connection or a reload, when the same
 * file is given again.
 */
export function createUpload(client: ApiClient, session: Session): Upload {
  return async (file, fields, options = {}) => {
    if (file.size < RESUMABLE_FROM) {
      return await client.call('uploadAsset', { body: fields }, { file, ...options });
    }
    const scene = fields.composition ?? null;
    return await client.perform(() => uploadResumable(session, file, fields, options), scene);
  };
}

async function uploadResumable(
  session: Session,
  file: File,
  fields: Readonly<Record<string, unknown>>,
  { signal, onProgress }: UploadOptions,
): Promise<Asset> {
  const { Upload: TusUpload } = await import('tus-js-client');
  const url = await new Promise<string>((resolve, reject) => {
    const upload = new TusUpload(file, {
      endpoint: ENDPOINT,
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_DELAYS_MS,
      removeFingerprintOnSuccess: true,
      fingerprint: async () => fingerprintOf(file, fields, session.get()?.user.uuid ?? ''),
      metadata: { ...textOf(fields), filename: file.name },
      onBeforeRequest: async (request) => {
        request.setHeader('Authorization', `Bearer ${(await session.freshToken()) ?? ''}`);
      },
      onProgress: (sent, total) => onProgress?.(total > 0 ? sent / total : 0),
      onSuccess: () => resolve(upload.url ?? ''),
      onError: (error) => reject(tusError(error)),
    });
    signal?.addEventListener('abort', () => {
      // Cancelled by the person, so the half that arrived is thrown away as well.
      upload.abort(true).catch(() => undefined);
      reject(new DOMException('The upload was cancelled', 'AbortError'));
    });
    upload
      .findPreviousUploads()
      .then(([previous]) => {
        if (previous !== undefined) {
          upload.resumeFromPreviousUpload(previous);
        }
        upload.start();
      })
      .catch(reject);
  });
  return await fetchAsset(session, url);
}

/** By what a half is found again: another person, or the same file for another scene, begins anew. */
function fingerprintOf(file: File, fields: Readonly<Record<string, unknown>>, person: string): string {
  const { name, type, size, lastModified } = file;
  const into = Object.entries(textOf(fields)).sort(([a], [b]) => (a < b ? -1 : 1));
  return `diorama-${JSON.stringify([person, into, name, type, size, lastModified])}`;
}

async function fetchAsset(session: Session, url: string): Promise<Asset> {
  const response = await fetch(url, {
    headers: { Authorization: `Bearer ${(await session.freshToken()) ?? ''}` },
  });
  const body = await response.text();
  if (!response.ok) {
    throw parseApiError(response.status, body, null);
  }
  return JSON.parse(body) as Asset;
}

function textOf(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([key, value]) => [key, String(value)]),
  );
}

function tusError(error: Error): ApiError {
  const response = 'originalResponse' in error ? (error.originalResponse as TusResponse | null) : null;
  return response
    ? parseApiError(response.getStatus(), response.getBody(), null)
    : new ApiError({ status: 0, code: NETWORK_ERROR, cause: error });
}

type TusResponse = { getStatus(): number; getBody(): string };
