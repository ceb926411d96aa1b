import type { Project } from '@diorama/shared/contract/projects.ts';
import { permissionOf } from '@diorama/shared/policy/composition.ts';
import type { ProjectFacts } from '@diorama/shared/policy/project.ts';
import type { ProjectOfPerson } from '@diorama/shared/server/scenes/projects.queries.ts';

/** A project as presented to the user it was read for. */
export function serializeProject(row: ProjectOfPerson): Project {
  const scenes = row.composition_ids.map((id) => `/api/compositions/${id}`);
  return {
    '@id': `/api/projects/${row.id}`,
    '@type': 'Project',
    uuid: row.id,
    name: row.name,
    status: 'active',
    owner: `/api/accounts/${row.account_id}`,
    createdAt: row.created_at,
    isActive: true,
    compositionsNumber: scenes.length,
    compositions: scenes,
    scenes,
    permission: permissionOf(projectFactsOf(row)) ?? 'view',
  };
}

/** Facts for the policy from a project's row. */
export function projectFactsOf(row: ProjectOfPerson): ProjectFacts {
  return {
    accountRole: row.account_role,
    memberRole: row.member_role,
    isAccountActive: row.account_is_active,
  };
}
