import { CodedError, type ErrorCode } from '@diorama/shared/contract/errors.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import { errorBody, toCoded } from '../middleware/errors.ts';
import { languageOfHeader } from '../middleware/language.ts';

/** Response format of the protocol's library. */
export type ProtocolAnswer = { status_code: number; body: string };

/** An error in the form that the protocol's library sends. */
export class UploadError extends Error {
  readonly status_code: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  constructor(cause: CodedError, language: Language) {
    super(cause.code, { cause });
    this.status_code = cause.status;
    this.headers = cause.headers;
    this.body = JSON.stringify(errorBody(cause, language));
  }
}

/** Converts a coded error into the response of the contract. */
export async function coded<Result>(headers: Headers, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof CodedError)) {
      throw error;
    }
    throw new UploadError(error, languageOfHeader(headers.get('accept-language') ?? ''));
  }
}

/** Codes of the contract for the protocol's own errors. */
const CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'request.malformed',
  403: 'request.malformed',
  404: 'request.not-found',
  409: 'request.conflict',
  410: 'request.not-found',
  413: 'upload.too-large',
  500: 'server.unavailable',
  501: 'request.malformed',
};

/**
 * Converts an error into the response of the contract. Errors without a code reveal nothing.
 * @param requestId - id under which the log has the details of internal errors
 */
export function answerOf(error: unknown, headers: Headers, requestId: string): ProtocolAnswer {
  if (error instanceof UploadError) {
    return error;
  }
  const language = languageOfHeader(headers.get('accept-language') ?? '');
  const status = statusOf(error);
  if (status === null) {
    const failure = toCoded(error);
    return {
      status_code: failure.status,
      body: JSON.stringify({ ...errorBody(failure, language), ...askedOf(failure.status, requestId) }),
    };
  }
  const refusal = new CodedError(CODES[status] ?? 'request.malformed');
  // Failures of the library are nearly always an unavailable store, which is worth a retry.
  const sentStatus = status === 500 ? refusal.status : status;
  return {
    status_code: sentStatus,
    body: JSON.stringify({
      ...errorBody(refusal, language),
      status: sentStatus,
      ...askedOf(sentStatus, requestId),
    }),
  };
}

const askedOf = (status: number, requestId: string) => (status >= 500 ? { requestId } : {});

/** The status of the library's own errors, which are plain objects. */
function statusOf(error: unknown): number | null {
  const isOwn = typeof error === 'object' && error !== null && !(error instanceof Error);
  return isOwn && 'status_code' in error && typeof error.status_code === 'number' ? error.status_code : null;
}
