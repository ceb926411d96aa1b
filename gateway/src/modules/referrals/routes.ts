import { assertFound, CodedError } from '@diorama/shared/contract/errors.ts';
import type { Referral, referralRoutes } from '@diorama/shared/contract/referrals.ts';
import { earnedStorage } from '@diorama/shared/domain/quota.ts';
import { chooseLanguage } from '@diorama/shared/i18n/t.ts';
import { MAX_MAIL_TURN, requestEmail } from '@diorama/shared/server/delivery/emails.ts';
import { listAccountsOf } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import {
  countJustReferred,
  createReferral,
  findReferral,
  listReferrals,
  type ReferralRow,
} from '@diorama/shared/server/workspaces/referrals.queries.ts';
import { limitUnconfirmedMails } from '../../auth/limit-unconfirmed-mails.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { findManagedAccountId } from '../accounts/account-access.ts';
import { pageOf, serializePage } from '../pagination.ts';
import { serializeUserRef } from '../users/user-ref.ts';

/** Referral links, and the friends who signed up. */
export function referralHandlers(deps: Deps & { urls: Urls }): HandlersOf<typeof referralRoutes> {
  const { db, limits, urls } = deps;
  return {
    sendReferral: async ({ body }, { actor }) => {
      if (body.email === actor.email) {
        throw new CodedError('referral.self', {
          violations: [{ propertyPath: 'email', code: 'referral.self' }],
        });
      }
      const [own] = await listAccountsOf(db, actor.userId);
      await limits.consume('invitations', own?.id ?? actor.userId);
      const saysNames = await limitUnconfirmedMails(deps, actor);
      const language = chooseLanguage([actor.locale]);
      await db.transaction(async (trx) => {
        // Mails of users without a workspace are not counted, so they go after those of others.
        let turn = MAX_MAIL_TURN;
        if (own?.role === 'owner') {
          const referral = { accountId: own.id, referrerId: actor.userId, email: body.email };
          await createReferral(trx, referral);
          turn = await countJustReferred(trx, referral);
        }
        await requestEmail(trx, {
          to: body.email,
          template: 'referral',
          locale: actor.locale,
          turn,
          props: {
            referrerName: saysNames ? actor.name : null,
            url: urls.absolute(`/${language}/sign-up?referrer=${actor.userId}`),
          },
        });
      });
      return { email: body.email };
    },

    getReferral: async ({ params }, { actor }) => {
      const row = await findReferral(db, params.id);
      assertFound(row && (await findManagedAccountId(db, row.account_id, actor.userId)));
      return serializeReferral(urls, row);
    },

    listReferrals: async ({ query }, { actor }) => {
      const accountId = await findManagedAccountId(db, query['account.uuid'], actor.userId);
      const { rows, total } =
        accountId === null
          ? { rows: [], total: 0 }
          : await listReferrals(db, { accountId, ...pageOf(query) });
      const items = rows.map((row) => serializeReferral(urls, row));
      return serializePage('/api/referrals', query, { items, total });
    },
  };
}

function serializeReferral(urls: Urls, row: ReferralRow): Referral {
  const joined = row.joined_at !== null;
  return {
    '@id': `/api/referrals/${row.id}`,
    '@type': 'Referral',
    uuid: row.id,
    account: `/api/accounts/${row.account_id}`,
    email: row.email,
    joined,
    joinedAt: row.joined_at,
    user: row.joined_user && serializeUserRef(urls, row.joined_user),
    earned: joined ? earnedStorage(row.rank) - earnedStorage(row.rank - 1) : 0,
    createdBy: serializeUserRef(urls, row.created_by),
    createdAt: row.created_at,
  };
}
