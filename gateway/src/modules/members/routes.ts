import type { memberRoutes } from '@diorama/shared/contract/members.ts';
import { chooseLanguage } from '@diorama/shared/i18n/t.ts';
import { requestEmail } from '@diorama/shared/server/db/emails.ts';
import { listAccountsOf } from '@diorama/shared/server/db/read-models/accounts.ts';
import { createReferral } from '@diorama/shared/server/db/repositories/people.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';

/** Inviting people. */
export function memberHandlers(deps: Deps & { urls: Urls }): HandlersOf<typeof memberRoutes> {
  const { db, limits, urls } = deps;
  return {
    sendReferral: async ({ body }, { actor }) => {
      const [own] = await listAccountsOf(db, actor.userId);
      await limits.consume('invitations', own?.id ?? actor.userId);
      const language = chooseLanguage([actor.locale]);
      await db.transaction(async (trx) => {
        if (own?.role === 'owner') {
          await createReferral(trx, { accountId: own.id, referrerId: actor.userId, email: body.email });
        }
        await requestEmail(trx, {
          to: body.email,
          template: 'referral',
          locale: actor.locale,
          props: {
            referrerName: actor.name,
            url: urls.absolute(`/${language}/sign-up?referrer=${actor.userId}`),
          },
        });
      });
      return { email: body.email };
    },
  };
}
