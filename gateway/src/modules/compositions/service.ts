import type { Composition } from '@diorama/shared/contract/compositions.ts';
import { CodedError, existing } from '@diorama/shared/contract/errors.ts';
import type { UserRef } from '@diorama/shared/contract/fields.ts';
import {
  type CompositionDetail,
  findComposition,
  findUsers,
} from '@diorama/shared/server/scenes/compositions.queries.ts';
import {
  type OutputSubject,
  requestCurrentOutput,
} from '@diorama/shared/server/scenes/request-output.queries.ts';
import { listAccountsOf } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import type { Collab } from '../../collab/collab.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { assertAccount } from '../accounts/account-access.ts';
import { loadProject } from '../projects/load-project.ts';
import { isBlockedWorkspace } from '../public/is-blocked-workspace.ts';
import { serializeUserRef } from '../users/user-ref.ts';
import { serializeComposition } from './serializer.ts';

export type SceneDeps = Deps & { urls: Urls; collab: Collab };

/** The users in each of the scenes, by scene. */
export async function findPeople(deps: SceneDeps, ids: readonly string[]): Promise<Map<string, UserRef[]>> {
  const inside = ids
    .map((id) => ({ id, people: deps.collab.peopleIn(id) }))
    .filter(({ people }) => people.length > 0);
  if (inside.length === 0) {
    return new Map();
  }
  const users = await findUsers(deps.db, [...new Set(inside.flatMap(({ people }) => people))]);
  const refs = new Map(users.map((user) => [user.id, serializeUserRef(deps.urls, user)]));
  return new Map(
    inside.map(({ id, people }) => [id, people.flatMap((person) => refs.get(person) ?? [])] as const),
  );
}

/** Reads and presents a scene after all pending updates are merged. */
export async function readComposition(
  deps: SceneDeps,
  row: CompositionDetail,
  userId: string,
): Promise<Composition> {
  const [people, isBlocked] = await Promise.all([
    findPeople(deps, [row.id]),
    isBlockedWorkspace(deps.db, {
      accountId: row.account_id,
      isSuspended: !row.account_is_active,
      isLongOverflown: row.is_long_overflown,
    }),
  ]);
  return serializeComposition(deps.urls, row, { userId, people: people.get(row.id) ?? [], isBlocked });
}

/** The current scene after a change. @throws CodedError `request.not-found` when it was deleted meanwhile. */
export async function reloadComposition(deps: SceneDeps, id: string, userId: string): Promise<Composition> {
  const row = existing(await findComposition(deps.db, id, userId));
  return readComposition(deps, row, userId);
}

/**
 * The workspace and project of a new scene: the project's, the named one's, or the user's.
 * @throws CodedError `request.not-found`, `security.not-allowed`.
 */
export async function chooseHome(
  deps: SceneDeps,
  userId: string,
  owner: { project?: string | null | undefined; account?: string | null | undefined },
): Promise<{ accountId: string; projectId: string | null }> {
  const project = owner.project
    ? await loadProject(deps.db, 'add-scene', { id: owner.project, userId })
    : null;
  const [own] = await listAccountsOf(deps.db, userId);
  const accountId = project?.account_id ?? owner.account ?? own?.id;
  if (accountId === undefined || (project && owner.account && owner.account !== project.account_id)) {
    throw new CodedError('request.not-found');
  }
  if (!project) {
    await assertAccount(deps, accountId, userId);
  }
  return { accountId, projectId: project?.id ?? null };
}

/**
 * Requests an output of a scene after all its pending edits.
 * @returns the output's id.
 * @throws CodedError `request.not-found`.
 */
export async function startOutput(
  deps: SceneDeps,
  subject: OutputSubject,
  sourceObject: string | null,
): Promise<string> {
  await deps.documents.settle(subject.compositionId);
  const id = existing(await requestCurrentOutput(deps.db, subject, sourceObject));
  return id;
}
