import type { Account } from '@diorama/shared/contract/accounts.ts';
import type { AccountRef, User } from '@diorama/shared/contract/auth.ts';
import type { SWRResponse } from 'swr';
import type { ApiError } from '../api/api-error.ts';
import { useGet } from '../api/hooks.ts';
import { useUser } from './use-user.ts';

/** The workspace a person works in: their own, else the first that took them in. */
export function homeAccount(user: User | null): AccountRef | null {
  return user?.accounts.find(({ role }) => role === 'owner') ?? user?.accounts[0] ?? null;
}

/** The workspace in use, with plan, quotas and counts. */
export function useAccount(): SWRResponse<Account, ApiError> {
  const account = homeAccount(useUser());
  return useGet('getAccount', account === null ? null : { params: { id: account.uuid } });
}
