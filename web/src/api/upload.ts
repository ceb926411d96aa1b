import type { Asset } from '@diorama/shared/contract/assets.ts';
import type { WorkspaceImport } from '@diorama/shared/contract/workspace-transfers.ts';
import { ARCHIVE_USE } from '@diorama/shared/domain/workspace-archives.ts';
import { fetchCode } from '../fetch-code.ts';
import type { Session } from '../session/session.ts';
import { ApiError, parseApiError } from './api-error.ts';
import type { ApiClient } from './client.ts';
import type { CallInput } from './send.ts';
import type { UploadOptions } from './upload-options.ts';

/**
 * Size in bytes above which files use the resumable protocol, which checks the quota before the first byte. Smaller
 * files take one request.
 */
const RESUMABLE_FROM = 2_000_000;

/** Delays between tries to read the asset of a finished upload, in ms. */
const RETRY_DELAYS_MS = [500, 2_000, 5_000, 10_000];

/** Uploads files into a workspace or scene. */
export type Upload = (
  file: File,
  fields: CallInput<'uploadAsset'>['body'],
  options?: UploadOptions,
) => Promise<Asset>;

/**
 * Creates the upload function. A large file resumes after a lost connection or a reload, when the same file is chosen
 * again.
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

/** Uploads the archive of a workspace, which is then imported. */
export type UploadArchive = (
  file: File,
  account: string,
  options?: UploadOptions,
) => Promise<WorkspaceImport>;

/** Creates the upload function of archives. It resumes like {@link createUpload}. */
export function createArchiveUpload(client: ApiClient, session: Session): UploadArchive {
  return async (file, account, options = {}) => {
    const fields = { use: ARCHIVE_USE, account };
    return await client.perform(() => uploadResumable(session, file, fields, options), null);
  };
}

async function uploadResumable<Result = Asset>(
  session: Session,
  file: File,
  fields: Readonly<Record<string, unknown>>,
  options: UploadOptions,
): Promise<Result> {
  const { uploadChunks } = await fetchCode(() => import('./upload-chunks.ts'));
  const url = await uploadChunks(file, options, {
    fingerprint: fingerprintOf(file, fields, session.get()?.user.uuid ?? ''),
    metadata: { ...textOf(fields), filename: file.name },
    token: async () => (await session.freshToken()) ?? '',
    // The answer to the last piece may have been lost.
    isDone: (known) => fetchResult(session, known).then(Boolean, () => false),
  });
  return await fetchResultReliably(session, url, options.signal);
}

/** Key of a resumable upload. It differs by user and by scene, which start from the beginning. */
function fingerprintOf(file: File, fields: Readonly<Record<string, unknown>>, person: string): string {
  const { name, type, size, lastModified } = file;
  const into = Object.entries(textOf(fields)).sort(([a], [b]) => (a < b ? -1 : 1));
  return `diorama-${JSON.stringify([person, into, name, type, size, lastModified])}`;
}

/**
 * Reads the asset or the import of a finished upload, with retries while the server is unreachable. Otherwise the user
 * would have to upload the whole file again.
 */
async function fetchResultReliably<Result>(
  session: Session,
  url: string,
  signal: AbortSignal | undefined,
): Promise<Result> {
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await fetchResult(session, url);
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) {
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, delay));
      signal?.throwIfAborted();
    }
  }
  return await fetchResult(session, url);
}

async function fetchResult<Result>(session: Session, url: string): Promise<Result> {
  const response = await fetch(url, {
    headers: { Authorization: `Bearer ${(await session.freshToken()) ?? ''}` },
  });
  const body = await response.text();
  if (!response.ok) {
    throw parseApiError(response.status, body, null);
  }
  return JSON.parse(body) as Result;
}

function textOf(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([key, value]) => [key, String(value)]),
  );
}
