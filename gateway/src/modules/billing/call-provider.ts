import { CodedError } from '@diorama/shared/contract/errors.ts';
import { PaymentRefusedError } from '@diorama/shared/server/billing/providers/provider.ts';
import type { Deps } from '../../deps.ts';

/**
 * Calls a provider during a user's request.
 * @throws CodedError `payment.failed` when it rejects, `server.unavailable` when it is unreachable.
 */
export async function callProvider<Answer>(
  { logger }: Pick<Deps, 'logger'>,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown';
    logger.warn({ reason }, 'payment provider request failed');
    throw cause instanceof PaymentRefusedError
      ? new CodedError('payment.failed', { cause })
      : new CodedError('server.unavailable', { cause, headers: { 'Retry-After': '5' } });
  }
}
