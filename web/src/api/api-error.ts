import type { Violation } from '@diorama/shared/contract/errors.ts';

/** `code` of an error without an answer from the server. */
export const NETWORK_ERROR = 'network';
/** `code` of an answer that has not the API's error format, such as a proxy's page. */
const UNREADABLE_ERROR = 'unreadable';

/** Error of a failed call. `title` is a sentence in the language of the call, empty when there was no answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** The code of the error catalogue, or one of the two above. */
  readonly code: string;
  readonly title: string;
  readonly violations: readonly Violation[];
  /** Extra keys of some codes, such as `revision` of a document conflict. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** Delay that the server requests before a retry, in seconds. */
  readonly retryAfterS: number | null;

  constructor(details: {
    status: number;
    code: string;
    title?: string;
    violations?: readonly Violation[];
    extra?: Readonly<Record<string, unknown>>;
    retryAfterS?: number | null;
    cause?: unknown;
  }) {
    super(`${details.status} ${details.code}`, { cause: details.cause });
    this.status = details.status;
    this.code = details.code;
    this.title = details.title ?? '';
    this.violations = details.violations ?? [];
    this.extra = details.extra ?? {};
    this.retryAfterS = details.retryAfterS ?? null;
  }

  /** Returns the first violation of a field, if it has one. */
  violation(propertyPath: string): Violation | undefined {
    return this.violations.find((violation) => violation.propertyPath === propertyPath);
  }
}

/** Parses the error body of an answer; a body in another format becomes `unreadable`. */
export function parseApiError(status: number, body: string, retryAfter: string | null): ApiError {
  const retryAfterS = retryAfter === null ? null : Number.parseInt(retryAfter, 10);
  const parsed = parseObject(body);
  if (parsed === null || typeof parsed.description !== 'string') {
    return new ApiError({ status, code: UNREADABLE_ERROR, retryAfterS });
  }
  const { status: _status, title, description, violations, ...extra } = parsed;
  return new ApiError({
    status,
    code: description,
    title: typeof title === 'string' ? title : '',
    violations: Array.isArray(violations) ? violations : [],
    extra,
    retryAfterS,
  });
}

/** Whether an error is an abort by the caller, which is not shown. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

function parseObject(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
