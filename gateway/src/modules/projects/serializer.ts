import type { Project } from '@diorama/shared/contract/projects.ts';
import type { ProjectFacts } from '@diorama/shared/policy/project.ts';
import type { ProjectOfPerson, ProjectRow } from '@diorama/shared/server/db/repositories/projects.ts';

/** A project as everybody who may see it does. */
export function presentProject(row: ProjectRow): Project {
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
  };
}

/** What the policy needs, out of a project's row. */
export function projectFactsOf(row: ProjectOfPerson): ProjectFacts {
  return {
    accountRole: row.account_role,
    memberRole: row.member_role,
    isAccountActive: row.account_is_active,
  };
}
