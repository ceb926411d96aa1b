import type { Account } from '@diorama/shared/contract/accounts.ts';
import { serverNow } from '../../api/server-time.ts';

/** Whether what a workspace has paid for is over, as while its renewal is tried. */
export function isPaidTimeOver({ expirationDate }: Pick<Account, 'expirationDate'>): boolean {
  return expirationDate !== null && Date.parse(expirationDate) <= serverNow();
}
