import { z } from 'zod';
import { importMessageSchema } from './assets.ts';
import { defineRoutes } from './define.ts';
import { bytes, iri, time } from './fields.ts';
import { collection, resource } from './hydra.ts';

/** An archive of a workspace. `url` works for a few minutes; the link in the mail for seven days. */
export const workspaceExport = resource('WorkspaceExport', {
  account: iri,
  status: z.enum(['running', 'completed', 'failed']),
  progress: z.number().int().min(0).max(100),
  size: bytes.nullable(),
  url: z.string().nullable(),
  createdAt: time,
  completedAt: time.nullable(),
  expiresAt: time.nullable(),
});
export type WorkspaceExport = z.output<typeof workspaceExport>;

export const IMPORT_STATUS = ['waiting', 'checking', 'files', 'scenes', 'completed', 'failed'] as const;

/** An import of a workspace's archive. `report` lists the additions, `error` is the reason of a failure. */
export const workspaceImportResource = resource('WorkspaceImport', {
  account: iri,
  name: z.string(),
  size: bytes,
  status: z.enum(IMPORT_STATUS),
  progress: z.number().int().min(0).max(100),
  report: z.array(importMessageSchema),
  error: importMessageSchema.nullable(),
  createdAt: time,
  completedAt: time.nullable(),
});
export type WorkspaceImport = z.output<typeof workspaceImportResource>;

const denied = ['request.not-found', 'security.not-allowed', 'security.account.suspended'] as const;

export const workspaceTransferRoutes = defineRoutes({
  createWorkspaceExport: {
    route: 'POST /api/accounts/{id}/exports',
    summary: 'Exports a workspace into an archive. The link is emailed when it is ready. Owner only.',
    status: 202,
    errors: denied,
    limit: 'reset',
  },
  listWorkspaceExports: {
    route: 'GET /api/accounts/{id}/exports',
    summary: 'Lists the archives of a workspace, newest first. Owner only.',
    response: collection(workspaceExport),
    errors: denied,
  },
  downloadWorkspaceExport: {
    route: 'GET /api/workspace-exports/{id}/archive',
    auth: 'none',
    summary: 'Downloads an archive of a workspace by its signed URL. Supports range requests.',
    query: z.object({ s: z.string().max(100).default('') }),
    errors: ['auth.link-expired'],
  },
  listWorkspaceImports: {
    route: 'GET /api/accounts/{id}/imports',
    summary:
      'Lists the imports of a workspace, newest first. Owner only. An import starts with a resumable upload whose field `use` is `workspace-archive`.',
    response: collection(workspaceImportResource),
    errors: denied,
  },
});
