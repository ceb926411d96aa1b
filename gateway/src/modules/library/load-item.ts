import { CodedError, existing } from '@diorama/shared/contract/errors.ts';
import type { InputOf } from '@diorama/shared/contract/index.ts';
import type { LibraryItem } from '@diorama/shared/contract/library.ts';
import { LIBRARY_ACCOUNT_ID, LIBRARY_KINDS, type LibraryKind } from '@diorama/shared/domain/library.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import { authorizeLibrary, type LibraryAction } from '@diorama/shared/policy/library.ts';
import { findLibraryItem, type LibraryRow } from '@diorama/shared/server/assets/library-items.queries.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { chooseAccountId } from '../accounts/account-access.ts';
import { assertAllowed } from '../assert-allowed.ts';
import { serializeLibraryItem } from './serializer.ts';

/**
 * Loads an item for an action.
 * @param target.isUsed - a scene that the user may edit has the component of the item
 * @throws CodedError according to the policy.
 */
export async function loadLibraryItem(
  db: Knex,
  action: LibraryAction,
  target: InputOf<'getLibraryItem'>['params'] & { actor: Actor; isUsed?: boolean },
): Promise<LibraryRow> {
  const { shelf, id, actor, isUsed = false } = target;
  const row = existing(await findLibraryItem(db, { id, kind: LIBRARY_KINDS[shelf], userId: actor.userId }));
  assertAllowed(
    authorizeLibrary(action, {
      isOperator: actor.isOperator,
      isShared: row.account_id === LIBRARY_ACCOUNT_ID,
      isPublished: row.is_published && row.status === 'ready',
      accountRole: row.account_role,
      isAccountActive: row.account_is_active,
      isInEditedScene: isUsed,
    }),
  );
  // A file without metadata can be used. Metadata is stored once it is added to the library.
  if (action === 'edit' && row.is_bare) {
    throw new CodedError('security.not-allowed');
  }
  return row;
}

/** The current state of an item after a change. @throws CodedError `request.not-found` when it was deleted meanwhile. */
export async function reloadLibraryItem(
  { db, urls }: { db: Knex; urls: Urls },
  { kind, id }: { kind: LibraryKind; id: string },
  actor: Actor & { language: Language },
): Promise<LibraryItem> {
  const row = existing(await findLibraryItem(db, { id, kind, userId: actor.userId }));
  return serializeLibraryItem(urls, row, actor);
}

/** The library of a new item: the public one, the named workspace's, or the user's. */
export async function chooseLibrary(
  deps: Deps,
  body: Pick<InputOf<'createLibraryItem'>['body'], 'account' | 'isShared'>,
  actor: Actor,
): Promise<string> {
  if (body.isShared) {
    if (!actor.isOperator) {
      throw new CodedError('security.not-allowed');
    }
    return LIBRARY_ACCOUNT_ID;
  }
  return chooseAccountId(deps, body.account, actor.userId);
}
