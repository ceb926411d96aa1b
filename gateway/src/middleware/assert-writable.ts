import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { ReadOnly } from '@diorama/shared/server/operations/read-only.ts';

const RETRY_S = 60;

/** @throws CodedError `server.read-only` while nothing may be written */
export function assertWritable({ isOn }: Pick<ReadOnly, 'isOn'>): void {
  if (isOn) {
    throw new CodedError('server.read-only', { headers: { 'Retry-After': String(RETRY_S) } });
  }
}
