import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { FinishedUpload } from '@diorama/shared/server/assets/asset-changes.queries.ts';
import { languageOfHeader } from '../middleware/language.ts';
import { UploadError } from './upload-errors.ts';

/** An answer that a hook of the protocol's library returns, with further headers. */
export type HookAnswer = { status_code: number; body: string; headers: Readonly<Record<string, string>> };

/**
 * Returns the answer to a request for an upload that became an asset or an import.
 * Only `HEAD` and `PATCH` are answered; null for other methods.
 */
export function completedResponse(request: Request, { id, size }: FinishedUpload): HookAnswer | null {
  const headers = { 'Upload-Offset': String(size), 'X-Asset-Id': id };
  switch (request.method) {
    case 'HEAD':
      return {
        status_code: 200,
        body: '',
        headers: { ...headers, 'Upload-Length': String(size), 'Cache-Control': 'no-store' },
      };
    case 'PATCH':
      return request.headers.get('upload-offset') === String(size)
        ? { status_code: 204, body: '', headers }
        : new UploadError(
            new CodedError('request.conflict'),
            languageOfHeader(request.headers.get('accept-language') ?? ''),
          );
    default:
      return null;
  }
}

/** Returns whether an error of the endpoint or of the protocol's library reports an unknown upload. */
export function isNotFound(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'status_code' in error &&
    (error.status_code === 404 || error.status_code === 410)
  );
}
