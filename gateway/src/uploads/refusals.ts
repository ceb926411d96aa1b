import { CodedError, type ErrorCode } from '@diorama/shared/contract/errors.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import { errorBody, toCoded } from '../middleware/errors.ts';
import { languageOf } from '../middleware/language.ts';

/** What the protocol's library answers with. */
export type ProtocolAnswer = { status_code: number; body: string };

/** An error in the form in which the protocol's library sends it on. */
export class UploadRefusal extends Error {
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

/** Turns a coded error into the answer that the contract says. */
export async function coded<Result>(headers: Headers, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof CodedError)) {
      throw error;
    }
    throw new UploadRefusal(error, languageOf(headers.get('accept-language') ?? ''));
  }
}

/** What the protocol's own refusals are called in the contract. */
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
 * Says in the contract's words what went wrong, and nothing of what is not coded.
 * @param requestId - by which the log tells more of what is ours to mend
 */
export function answerOf(error: unknown, headers: Headers, requestId: string): ProtocolAnswer {
  if (error instanceof UploadRefusal) {
    return error;
  }
  const language = languageOf(headers.get('accept-language') ?? '');
  const status = statusOf(error);
  if (status === null) {
    const failure = toCoded(error);
    return {
      status_code: failure.status,
      body: JSON.stringify({ ...errorBody(failure, language), ...askedOf(failure.status, requestId) }),
    };
  }
  const refusal = new CodedError(CODES[status] ?? 'request.malformed');
  // What the library cannot do is nearly always its store that is away, which is worth another try.
  const said = status === 500 ? refusal.status : status;
  return {
    status_code: said,
    body: JSON.stringify({ ...errorBody(refusal, language), status: said, ...askedOf(said, requestId) }),
  };
}

const askedOf = (status: number, requestId: string) => (status >= 500 ? { requestId } : {});

/** The status of the library's own errors, which are plain objects. */
function statusOf(error: unknown): number | null {
  const isOwn = typeof error === 'object' && error !== null && !(error instanceof Error);
  return isOwn && 'status_code' in error && typeof error.status_code === 'number' ? error.status_code : null;
}
