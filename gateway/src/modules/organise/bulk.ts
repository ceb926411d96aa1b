import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { BulkChange, BulkResult } from '@diorama/shared/contract/organise.ts';
import { nameOfCopy } from '@diorama/shared/i18n/copy-name.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import { authorizeComposition, type CompositionAction } from '@diorama/shared/policy/composition.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import {
  categoriseScenes,
  copyScene,
  moveScenes,
  restoreScenes,
  type SceneGroup,
  tagScenes,
  trashScenes,
} from '@diorama/shared/server/scenes/bulk-actions.queries.ts';
import { trimTrash } from '@diorama/shared/server/scenes/document-retention.queries.ts';
import { eraseScenes } from '@diorama/shared/server/scenes/erase-scenes.queries.ts';
import { assertSceneCapacity } from '@diorama/shared/server/scenes/scene-capacity.ts';
import type { SceneFactsRow } from '@diorama/shared/server/scenes/scene-facts.queries.ts';
import { titleOf } from '../../middleware/errors.ts';
import { authorizeCompositions, factsOf } from '../compositions/facts.ts';
import type { SceneDeps } from '../compositions/service.ts';
import { assertSceneCategory } from '../defaults/scene-categories.ts';
import { loadProject } from '../projects/load-project.ts';

/** Required permission on a scene, by change. */
const NEEDED: Record<BulkChange['action'], CompositionAction> = {
  move: 'move',
  // Only scenes of workspaces that the user manages; other scenes are duplicated one by one.
  duplicate: 'move',
  delete: 'delete',
  restore: 'restore',
  erase: 'erase',
  tag: 'update',
  categorise: 'update',
};

type Caller = { userId: string; language: Language };

/**
 * Applies one change to many scenes in one transaction. The result lists the scenes on which it is not
 * allowed; a full plan stops the whole change.
 * @throws CodedError `scenes.limit`, `request.not-found` for a project of another workspace.
 */
export async function changeCompositions(
  deps: SceneDeps,
  change: BulkChange,
  caller: Caller,
): Promise<BulkResult> {
  const { db } = deps;
  await assertTarget(db, change, caller.userId);
  const authorized = await authorizeCompositions(db, NEEDED[change.action], {
    ids: change.compositions,
    userId: caller.userId,
  });
  if (change.action === 'duplicate') {
    for (const { id } of authorized.allowed) {
      await deps.documents.settle(id);
    }
  }
  const groups = groupByAccount(authorized.allowed);
  const created = await db.transaction(async (trx) => {
    const all: string[] = [];
    for (const rows of groups) {
      all.push(...(await apply(trx, change, rows, caller)));
    }
    return all;
  });
  if (change.action === 'delete') {
    for (const [row] of groups) {
      await trimTrash(db, row?.account_id ?? '');
    }
  }
  return {
    done: authorized.allowed.map(({ id }) => iriOf(id)),
    failed: authorized.refused.map(({ id, code }) => ({
      composition: iriOf(id),
      code,
      title: titleOf(code, caller.language),
    })),
    created: created.map(iriOf),
  };
}

/** Rejects a missing target before any scene is checked. */
async function assertTarget(db: Knex, change: BulkChange, userId: string): Promise<void> {
  if (change.action === 'move' && change.project !== null) {
    await loadProject(db, 'manage', { id: change.project, userId });
  }
  if (change.action === 'categorise') {
    assertSceneCategory(change.category);
  }
}

/** In the order of the workspaces' ids, so that two calls lock them in the same one. */
function groupByAccount(rows: readonly SceneFactsRow[]): SceneFactsRow[][] {
  const groups = Map.groupBy(rows, (row) => row.account_id);
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group);
}

/** @returns the ids of the new rows. */
async function apply(
  trx: Knex,
  change: BulkChange,
  rows: readonly SceneFactsRow[],
  caller: Caller,
): Promise<string[]> {
  const ids = rows.map(({ id }) => id);
  const scenes: SceneGroup = { accountId: rows[0]?.account_id ?? '', ids };
  switch (change.action) {
    case 'move':
      await moveScenes(trx, scenes, change.project);
      return [];
    case 'duplicate':
      return duplicate(trx, rows, caller);
    case 'delete':
      await trashScenes(trx, scenes);
      return [];
    case 'restore':
      await restoreScenes(trx, scenes);
      return [];
    case 'erase':
      await eraseScenes(trx, ids);
      return [];
    case 'tag': {
      const mayCreate = rows.every((row) => authorizeComposition('createTag', factsOf(row, false)).allowed);
      await tagScenes(trx, scenes, { ...change, mayCreate });
      return [];
    }
    case 'categorise':
      await categoriseScenes(trx, scenes, change.category);
      return [];
  }
}

async function duplicate(trx: Knex, rows: readonly SceneFactsRow[], caller: Caller): Promise<string[]> {
  const accountId = rows[0]?.account_id;
  if (accountId === undefined) {
    return [];
  }
  await assertSceneCapacity(trx, accountId, rows.length);
  const created: string[] = [];
  for (const row of rows) {
    const copy = await copyScene(trx, row.id, {
      accountId,
      projectId: row.project_id,
      userId: caller.userId,
      nameOf: (name) => nameOfCopy(caller.language, name),
    });
    if (copy === null) {
      // Deleted between the check and the lock: the change must not be applied in part.
      throw new CodedError('request.not-found');
    }
    created.push(copy);
  }
  return created;
}

function iriOf(id: string): string {
  return `/api/compositions/${id}`;
}
