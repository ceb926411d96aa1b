import { assertFound, existing } from '@diorama/shared/contract/errors.ts';
import type { Tag, tagRoutes } from '@diorama/shared/contract/tags.ts';
import { authorizeHidden } from '@diorama/shared/policy/account.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import {
  createTag,
  deleteTag,
  findTag,
  listTags,
  type TagRow,
  updateTag,
} from '@diorama/shared/server/scenes/tags.queries.ts';
import { findAccountFacts } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import { chooseAccountId, findManagedAccountId } from '../accounts/account-access.ts';
import { assertAllowed } from '../assert-allowed.ts';
import { serializeAll } from '../pagination.ts';

/** The tags of a workspace. */
export function tagHandlers(deps: Deps): HandlersOf<typeof tagRoutes> {
  const { db } = deps;
  return {
    listTags: async ({ query }, { actor }) => {
      const accountId = await findManagedAccountId(db, query['account.uuid'], actor.userId);
      const rows = accountId === null ? [] : await listTags(db, accountId);
      return serializeAll('/api/tags', rows.map(serializeTag));
    },

    getTag: async ({ params }, { actor }) => {
      const row = await findTag(db, params.id);
      assertFound(row && (await findManagedAccountId(db, row.account_id, actor.userId)));
      return serializeTag(row);
    },

    createTag: async ({ body }, { actor }) => {
      const accountId = await chooseAccountId(deps, body.account, actor.userId);
      const id = await createTag(db, { accountId, name: body.name, color: body.color });
      return serializeTag(await loadTag(db, id, actor.userId));
    },

    patchTag: async ({ params, body }, { actor }) => {
      const row = await loadTag(db, params.id, actor.userId);
      await updateTag(db, row.id, body);
      return serializeTag(await loadTag(db, row.id, actor.userId));
    },

    deleteTag: async ({ params }, { actor }) => {
      const row = await loadTag(db, params.id, actor.userId);
      await deleteTag(db, row.id);
      return undefined;
    },
  };
}

/** Loads a tag for a change. @throws CodedError according to the policy of its workspace. */
async function loadTag(db: Knex, id: string, userId: string): Promise<TagRow> {
  const row = existing(await findTag(db, id));
  assertAllowed(authorizeHidden('create-content', await findAccountFacts(db, row.account_id, userId)));
  return row;
}

function serializeTag(row: TagRow): Tag {
  return {
    '@id': `/api/tags/${row.id}`,
    '@type': 'Tag',
    uuid: row.id,
    name: row.name,
    color: row.color,
    account: `/api/accounts/${row.account_id}`,
    createdAt: row.created_at,
    compositionsNumber: row.compositions,
  };
}
