import type { z } from 'zod';
import type { Messages } from '../i18n/catalogues.ts';
import type { MessageKey, Param } from '../i18n/t.ts';

/** Every error code of the product with its HTTP status; the titles are in `i18n/<language>/server/errors.ts`. */
export const ERRORS = {
  'request.malformed': 400,
  'request.invalid': 422,
  'request.too-large': 413,
  'request.unsupported-type': 415,
  'request.method': 405,
  'request.conflict': 409,
  'request.too-many': 429,
  'request.not-found': 404,
  'server.failed': 500,
  'server.unavailable': 503,
  'server.read-only': 503,
  'auth.session-expired': 401,
  'auth.wrong-credentials': 401,
  'auth.account-gone': 401,
  'auth.link-expired': 422,
  'auth.google.unknown': 401,
  'auth.google.rejected': 401,
  'user.email.taken': 422,
  'tag.exists': 422,
  'project.exists': 422,
  'locale.unsupported': 422,
  'security.not-allowed': 403,
  'security.forbidden': 403,
  'security.blocked': 403,
  'security.account.suspended': 403,
  'security.account.storage-full': 403,
  'security.account.overflown_storage': 403,
  'security.scene.blocked': 403,
  'scenes.limit': 402,
  'workspaces.limit': 402,
  'library.limit': 402,
  'payment.failed': 422,
  'payment.unavailable': 501,
  'upload.limit': 403,
  'upload.empty': 422,
  'upload.too-large': 413,
  'upload.format': 415,
  'upload.step': 415,
  'upload.ifc': 415,
  'upload.skp': 415,
  'upload.blend': 415,
  'upload.rar': 415,
  'upload.7z': 415,
  'import.failed': 422,
  'import.unfinished': 422,
  'import.files-missing': 422,
  'import.format': 422,
  'texture.invalid': 422,
  'sky.invalid': 422,
  'font.invalid': 422,
  'sound.invalid': 422,
  'asset.in-use': 409,
  'asset.not-ready': 409,
  'asset.original-gone': 409,
  'document.conflict': 409,
  'invitation.duplicate': 422,
  'invitation.limit': 422,
  'invitation.other-address': 403,
  'referral.self': 422,
  'referral.duplicate': 422,
  'scene.locked': 423,
  'scene.trashed': 404,
  'scene.expired': 404,
  'oembed.format': 501,
  'output.none': 404,
  'output.failed': 422,
  'idempotency.mismatch': 422,
  'idempotency.running': 409,
  'reimagine.unavailable': 501,
  'reimagine.refused': 422,
  'reimagine.failed': 422,
  'reimagine.limit': 429,
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** Key of an error's title: its code, or a variant of it with another limit. */
export type ErrorTitle =
  | ErrorCode
  | 'upload.too-large.picture'
  | 'upload.too-large.sound'
  | 'invitation.limit.unconfirmed';

/** One validation error of a field; `propertyPath` is dotted, `code` is machine-readable. */
export type Violation = { propertyPath: string; code: string; message: string };

/** Key of the message of a validation error. */
export type ViolationText = MessageKey<Messages<'server/violations'>>;

/** Code of a validation error: one of the catalogue, or `invalid.` and a more general reason. */
export type ViolationCode =
  | Exclude<ViolationText, `issue.${string}` | `rule.${string}`>
  | `invalid.${string}`;

/** A validation error before its answer. */
export type UntranslatedViolation = {
  propertyPath: string;
  code: ViolationCode;
  /** Key of the message, by default the code. */
  text?: ViolationText;
  params?: Readonly<Record<string, Param>>;
  /** Issue of a schema, which replaces the text. */
  issue?: z.core.$ZodIssue;
};

/** Most violations of an answer: their number grows with what the client sends. */
export const MAX_VIOLATIONS = 100;

/** The body of every error answer; some codes add a key, which the contract names. */
export type ErrorBody = { status: number; title: string; description: string; violations: Violation[] };

/** An error that a client may see: a code of the table, and details for handling it. */
export class CodedError extends Error {
  override readonly name = 'CodedError';
  readonly code: ErrorCode;
  /** Key of the title, when it is more specific than the code. */
  readonly title: ErrorTitle;
  readonly violations: readonly UntranslatedViolation[];
  /** Keys that the contract adds to the body, such as `revision` of a document conflict. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** Response headers of the error, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    details: {
      title?: ErrorTitle;
      violations?: readonly UntranslatedViolation[];
      extra?: Record<string, unknown>;
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(code, { cause: details.cause });
    this.code = code;
    this.title = details.title ?? code;
    this.violations = details.violations ?? [];
    this.extra = details.extra ?? {};
    this.headers = details.headers ?? {};
  }

  get status(): number {
    return ERRORS[this.code];
  }
}

/** An error for one field of a request. @param more - text and parameters of its message, where the code has several */
export function invalidField(
  propertyPath: string,
  code: ViolationCode,
  more: Pick<UntranslatedViolation, 'text' | 'params'> = {},
): CodedError {
  return new CodedError('request.invalid', { violations: [{ propertyPath, code, ...more }] });
}

/** Returns a value that was looked up. @throws CodedError `request.not-found` without one. */
export function existing<T>(found: T): NonNullable<T> {
  assertFound(found !== null && found !== undefined);
  return found;
}

/** @throws CodedError `request.not-found` unless the condition holds */
export function assertFound(condition: unknown): asserts condition {
  if (!condition) {
    throw new CodedError('request.not-found');
  }
}
