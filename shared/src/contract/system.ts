import { z } from 'zod';
import { defineRoutes } from './define.ts';

const check = z.enum(['ok', 'error']);

export const systemRoutes = defineRoutes({
  getHealth: {
    method: 'GET',
    path: '/api/health',
    auth: 'none',
    summary: 'Whether the gateway reaches everything it needs.',
    status: 200,
    response: z.object({
      status: check,
      checks: z.object({ database: check, queues: check, store: check }),
    }),
    errors: ['server.unavailable'],
  },
  getConfig: {
    method: 'GET',
    path: '/api/config',
    auth: 'none',
    summary: 'What the web client must know of this installation; nothing secret.',
    status: 200,
    response: z.object({
      publicUrl: z.string(),
      isLoopback: z.boolean(),
      lanUrl: z.string().nullable(),
      demo: z.object({ email: z.string(), password: z.string() }).nullable(),
      googleClientId: z.string().nullable(),
      helpUrl: z.string().nullable(),
      marketingUrl: z.string().nullable(),
      supportUrl: z.string().nullable(),
      termsUrl: z.string().nullable(),
      privacyUrl: z.string().nullable(),
      cookiesUrl: z.string().nullable(),
      locales: z.array(z.string()),
    }),
  },
  openOperators: {
    method: 'POST',
    path: '/api/operators/session',
    auth: 'user',
    summary:
      "Opens the operators' pages to this browser for a quarter of an hour; for others they do not exist.",
    status: 204,
    errors: ['request.not-found'],
  },
  getOpenApi: {
    method: 'GET',
    path: '/api/docs',
    auth: 'none',
    summary: 'This contract as an OpenAPI document.',
    status: 200,
    response: z.record(z.string(), z.unknown()),
  },
  getDocumentSchema: {
    method: 'GET',
    path: '/api/docs/scene-document.json',
    auth: 'none',
    summary: 'The JSON schema of the scene document.',
    status: 200,
    response: z.record(z.string(), z.unknown()),
  },
});
