import { z } from 'zod';
import { defineRoutes } from './define.ts';
import { iri, line, time } from './fields.ts';
import { collection, idParams, listQuery, queryFlag, ref, resource } from './hydra.ts';
import { MAX_UNPAGED } from './paging.ts';

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
    method: 'GET',
    path: '/api/projects',
    auth: 'user',
    summary: 'Lists the projects of a workspace, or the projects shared by others.',
    status: 200,
    query: z.object({
      ...listQuery,
      'owner.uuid': ref.optional(),
      sharedWithMeOnly: queryFlag.optional(),
      'order[createdAt]': z.enum(['asc', 'desc']).default('desc'),
    }),
    response: collection(project.partial().required({ '@id': true, '@type': true, uuid: true })),
  },
  createProject: {
    method: 'POST',
    path: '/api/projects',
    auth: 'user',
    summary: 'Creates a project. Names are unique in a workspace, case-insensitive.',
    status: 201,
    body: z.object({ name: line(120), owner: ref }),
    response: project,
    errors: ['project.exists', 'request.not-found', 'security.not-allowed'],
  },
  getProject: {
    method: 'GET',
    path: '/api/projects/{id}',
    auth: 'user',
    summary: 'Returns a project.',
    status: 200,
    params: idParams,
    response: project,
    errors: ['request.not-found'],
  },
  patchProject: {
    method: 'PATCH',
    path: '/api/projects/{id}',
    auth: 'user',
    summary: 'Renames a project, or sets its scenes. Removed scenes stay in the workspace.',
    status: 200,
    params: idParams,
    body: z.object({ name: line(120).optional(), compositions: z.array(ref).max(MAX_UNPAGED).optional() }),
    response: project,
    errors: ['project.exists', 'request.not-found', 'security.not-allowed'],
  },
  deleteProject: {
    method: 'DELETE',
    path: '/api/projects/{id}',
    auth: 'user',
    summary: 'Deletes a project. Its scenes stay in the workspace.',
    status: 204,
    params: idParams,
    errors: ['request.not-found', 'security.not-allowed'],
  },
});
