import { randomBytes } from 'node:crypto';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import { routes } from '@diorama/shared/contract/index.ts';
import type { Upload } from '@tus/server';
import { toViolations } from '../contract/violation.ts';
import type { UploadFields } from '../modules/assets/receive.ts';

/** Media type of upload bytes in the protocol. */
const BYTES_TYPE = 'application/offset+octet-stream';

type Answer = {
  destroyed: boolean;
  getHeader: (name: string) => unknown;
  setHeader: (name: string, value: string) => unknown;
  once: (event: 'close', listener: () => void) => unknown;
};

/** Whether a request sends bytes of an upload; the creating request may do so too. */
export function isWrite({ method, headers }: Request): boolean {
  return method === 'PATCH' || (method === 'POST' && headers.get('content-type') === BYTES_TYPE);
}

/**
 * Releases a slot when the request is over. It may be already: a connection can break while its token
 * is verified.
 */
export function leaveAfter(request: Parameters<typeof answerTo>[0], leave: () => void): void {
  const answer = answerTo(request);
  if (answer && !answer.destroyed) {
    answer.once('close', leave);
  } else {
    leave();
  }
}

/** The response of a request, which the protocol's library stores beside it. */
function answerTo(request: { runtime?: { node?: { res?: Answer | undefined } } }): Answer | undefined {
  return request.runtime?.node?.res;
}

/** Whether the client of a request has gone. */
export function isGone(request: Parameters<typeof answerTo>[0]): boolean {
  return answerTo(request)?.destroyed === true;
}

export function setHeaders(
  request: Parameters<typeof answerTo>[0],
  headers: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(headers)) {
    answerTo(request)?.setHeader(name, value);
  }
}

/** Id of a request in the log, from the response's header. */
export function requestIdOf(request: Parameters<typeof answerTo>[0]): string {
  return String(answerTo(request)?.getHeader('X-Request-Id') ?? '');
}

/** 128 random bits. A name alone grants no access. */
export function randomName(): string {
  return randomBytes(16).toString('hex');
}

/** The metadata of an upload, by the schema of the single request. */
export function fieldsOf(upload: Upload): UploadFields {
  const { filename: _name, ...fields } = upload.metadata ?? {};
  const parsed = routes.uploadAsset.body.safeParse(fields);
  if (!parsed.success) {
    throw new CodedError('request.invalid', { violations: toViolations(parsed.error) });
  }
  return parsed.data;
}
