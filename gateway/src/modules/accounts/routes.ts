import type { accountRoutes } from '@diorama/shared/contract/accounts.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { readAccount } from './read-account.ts';

/** Workspaces. */
export function accountHandlers(deps: Deps & { urls: Urls }): HandlersOf<typeof accountRoutes> {
  return {
    getAccount: async ({ params }, { actor }) => {
      const account = await readAccount(deps, params.id, actor.userId);
      if (!account) {
        throw new CodedError('request.not-found');
      }
      return account;
    },
  };
}
