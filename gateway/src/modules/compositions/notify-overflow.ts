import { chooseLanguage } from '@diorama/shared/i18n/t.ts';
import { findBillingOwner } from '@diorama/shared/server/billing/billing-owner.queries.ts';
import { requestEmail } from '@diorama/shared/server/delivery/emails.ts';
import { evaluateCapacity } from '@diorama/shared/server/storage/capacity.ts';
import { claimOverflowNotice } from '@diorama/shared/server/storage/overflows.queries.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { loadComposition } from './facts.ts';

/**
 * Mails the owner of a workspace that exceeds its plan or has no space for a file. A user of one of
 * its scenes requests the mail.
 * Sends one mail a day per scene in total, and none to the requesting user.
 * @returns whether a mail will be sent.
 * @throws CodedError according to the policy.
 */
export async function notifyOverflow(
  { db, urls }: Pick<Deps, 'db'> & { urls: Urls },
  sceneId: string,
  actor: Actor,
): Promise<boolean> {
  const scene = await loadComposition(db, 'notify', { id: sceneId, userId: actor.userId });
  const isOwner = scene.account_role === 'owner';
  const { isOverflown, isShort } = await evaluateCapacity(db, scene.account_id);
  if (isOwner || !(isOverflown || isShort)) {
    return false;
  }
  return await db.transaction(async (trx) => {
    const owner = await findBillingOwner(trx, scene.account_id);
    if (!owner || !(await claimOverflowNotice(trx, scene.id))) {
      return false;
    }
    // Neither an unconfirmed address nor user-chosen names: both may be chosen to deceive.
    const saysNames = actor.isEmailConfirmed && owner.nameInMail !== null;
    const page = `storage?workspace=${scene.account_id}`;
    await requestEmail(trx, {
      to: owner.email,
      template: 'overflow',
      locale: owner.locale,
      props: {
        personName: saysNames ? actor.name : null,
        sceneName: saysNames ? scene.name : null,
        workspace: owner.nameInMail,
        isOverflown,
        url: urls.absolute(`/${chooseLanguage([owner.locale])}/${page}`),
      },
    });
    return true;
  });
}
