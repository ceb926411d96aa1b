import { z } from 'zod';
import { defineRoutes } from './define.ts';
import { iri, line, time } from './fields.ts';
import { collection, listQuery, queryFlag, ref, resource } from './hydra.ts';
import { MAX_UNPAGED } from './paging.ts';

/** Maximum number of projects of a workspace. */
export const MAX_PROJECTS = 10_000;

export const project = resource('Project', {
  name: z.string(),
  status: z.enum(['active', 'archived']),
  owner: iri,
  createdAt: time,
  isActive: z.boolean(),
  compositionsNumber: z.number().int(),
  compositions: z.array(iri),
  scenes: z.array(iri),
  /** `edit` may create scenes in the project; `admin` may rename, fill and delete it. */
  permission: z.enum(['admin', 'edit', 'view']),
});
export type Project = z.output<typeof project>;

export const projectRoutes = defineRoutes({
  listProjects: {
    route: 'GET /api/projects',
    summary: 'Lists the projects of a workspace, or the projects shared by others.',
    query: z.object({
      ...listQuery,
      'owner.uuid': ref.optional(),
      sharedWithMeOnly: queryFlag.optional(),
      'order[createdAt]': z.enum(['asc', 'desc']).default('desc'),
    }),
    response: collection(project.partial().required({ '@id': true, '@type': true, uuid: true })),
  },
  createProject: {
    route: 'POST /api/projects',
    summary: 'Creates a project. Names are unique in a workspace, case-insensitive.',
    status: 201,
    body: z.object({ name: line(120), owner: ref }),
    response: project,
    errors: ['project.exists', 'request.not-found', 'security.not-allowed'],
  },
  getProject: {
    route: 'GET /api/projects/{id}',
    summary: 'Returns a project.',
    response: project,
    errors: ['request.not-found'],
  },
  patchProject: {
    route: 'PATCH /api/projects/{id}',
    summary: 'Renames a project, or sets its scenes. Removed scenes stay in the workspace.',
    body: z.object({ name: line(120).optional(), compositions: z.array(ref).max(MAX_UNPAGED).optional() }),
    response: project,
    errors: ['project.exists', 'request.not-found', 'security.not-allowed'],
  },
  deleteProject: {
    route: 'DELETE /api/projects/{id}',
    summary: 'Deletes a project. Its scenes stay in the workspace.',
    status: 204,
    errors: ['request.not-found', 'security.not-allowed'],
  },
});
