import type { Account } from '@diorama/shared/contract/accounts.ts';
import { serverNow } from '../../api/server-time.ts';

/** Whether the paid period of a workspace has ended, as during retries of a renewal. */
export function isPaidTimeOver({ expirationDate }: Pick<Account, 'expirationDate'>): boolean {
  return expirationDate !== null && Date.parse(expirationDate) <= serverNow();
}
