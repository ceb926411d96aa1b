import { existing } from '@diorama/shared/contract/errors.ts';
import { LIBRARY_ACCOUNT_ID } from '@diorama/shared/domain/library.ts';
import { type AssetAction, authorizeAsset } from '@diorama/shared/policy/asset.ts';
import { authorizeComposition } from '@diorama/shared/policy/composition.ts';
import { type AssetRow, canSeeAsset, findAsset } from '@diorama/shared/server/assets/assets.queries.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { findComposition } from '@diorama/shared/server/scenes/compositions.queries.ts';
import { findAccountFacts } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import type { Actor } from '../../auth/actor.ts';
import { assertAllowed } from '../assert-allowed.ts';
import { factsOf } from '../compositions/facts.ts';

/**
 * Loads a file for an action, with the user's other permissions.
 * @throws CodedError according to the policy.
 */
export async function loadAsset(
  db: Knex,
  action: AssetAction,
  { id, actor: { userId, isOperator } }: { id: string; actor: Actor },
): Promise<{ asset: AssetRow; may: (action: AssetAction) => boolean }> {
  const asset = existing(await findAsset(db, id));
  const account = await findAccountFacts(db, asset.account_id, userId);
  const scene = asset.composition_id ? await findComposition(db, asset.composition_id, userId) : null;
  const facts = {
    isVisible: await canSeeAsset(db, asset.id, userId),
    isOperator,
    isShared: asset.account_id === LIBRARY_ACCOUNT_ID,
    accountRole: account?.role ?? null,
    isAccountActive: account?.isActive ?? true,
    // A full workspace does not prevent freeing space in it.
    editsScene: scene !== null && authorizeComposition('edit', factsOf(scene, false)).allowed,
    isOwn: asset.created_by === userId,
  };
  assertAllowed(authorizeAsset(action, facts));
  return { asset, may: (other) => authorizeAsset(other, facts).allowed };
}
