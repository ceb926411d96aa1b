import { existing } from '@diorama/shared/contract/errors.ts';
import { authorizeProject, type ProjectAction } from '@diorama/shared/policy/project.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { findProject, type ProjectOfPerson } from '@diorama/shared/server/scenes/projects.queries.ts';
import { assertAllowed } from '../assert-allowed.ts';
import { projectFactsOf } from './serializer.ts';

/**
 * Loads a project for a user's action.
 * @throws CodedError according to the policy; `request.not-found` for a project that they may not see.
 */
export async function loadProject(
  db: Knex,
  action: ProjectAction,
  target: { id: string; userId: string },
): Promise<ProjectOfPerson> {
  const row = existing(await findProject(db, target.id, target.userId));
  assertAllowed(authorizeProject(action, projectFactsOf(row)));
  return row;
}
