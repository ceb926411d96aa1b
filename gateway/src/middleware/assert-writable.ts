import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { Env } from '@diorama/shared/server/runtime/env.ts';

const RETRY_S = 60;

/** @throws CodedError `server.read-only` while nothing may be written */
export function assertWritable({ isReadOnly }: Pick<Env, 'isReadOnly'>): void {
  if (isReadOnly) {
    throw new CodedError('server.read-only', { headers: { 'Retry-After': String(RETRY_S) } });
  }
}
