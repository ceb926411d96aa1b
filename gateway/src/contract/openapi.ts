import { fileNames, type RouteDefinition } from '@diorama/shared/contract/define.ts';
import { ERRORS } from '@diorama/shared/contract/errors.ts';
import { routes } from '@diorama/shared/contract/index.ts';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** The contract as an OpenAPI 3.1 document, generated from the gateway's route tables. */
export function writeOpenApi(publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  const table: Record<string, RouteDefinition> = routes;
  for (const [name, route] of Object.entries(table)) {
    const path = paths[route.path] ?? {};
    path[route.method.toLowerCase()] = operationOf(name, route);
    paths[route.path] = path;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Diorama',
      version: '1',
      description: 'Create, edit, share and collaborate on 3D scenes.',
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: ERROR_SCHEMA },
    },
  };
}

const ERROR_SCHEMA: Json = {
  type: 'object',
  required: ['status', 'title', 'description', 'violations'],
  properties: {
    status: { type: 'integer' },
    title: { type: 'string' },
    description: { enum: Object.keys(ERRORS) },
    violations: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          propertyPath: { type: 'string' },
          code: { type: 'string' },
          message: { type: 'string' },
        },
      },
    },
  },
};

function operationOf(name: string, route: RouteDefinition): Json {
  return {
    operationId: name,
    summary: route.summary,
    ...(route.auth === 'none' ? {} : { security: [{ bearer: [] }] }),
    parameters: [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')],
    ...(route.body ? { requestBody: bodyOf(route) } : {}),
    responses: responsesOf(route),
  };
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  const json = schema ? schemaOf(schema, 'input') : {};
  const properties = (json.properties ?? {}) as Record<string, Json>;
  const required = Array.isArray(json.required) ? json.required : [];
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function bodyOf(route: RouteDefinition): Json {
  const schema = route.body ? schemaOf(route.body, 'input') : {};
  if (route.bodyKind !== 'multipart') {
    const type = route.method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    return { required: true, content: { [type]: { schema } } };
  }
  const files = fileNames(route).map((name) => [name, { type: 'string', format: 'binary' }]);
  const properties = { ...((schema.properties ?? {}) as Json), ...Object.fromEntries(files) };
  return { required: true, content: { 'multipart/form-data': { schema: { ...schema, properties } } } };
}

function responsesOf(route: RouteDefinition): Json {
  const success: Json = { description: 'Done' };
  if (route.response) {
    success.content = { 'application/ld+json': { schema: schemaOf(route.response, 'output') } };
  }
  const byStatus = new Map<number, string[]>();
  const always = route.auth === 'none' ? [] : (['auth.session-expired'] as const);
  for (const code of [...always, ...(route.errors ?? [])]) {
    byStatus.set(ERRORS[code], [...(byStatus.get(ERRORS[code]) ?? []), code]);
  }
  const failures = [...byStatus].map(([status, codes]) => [
    status,
    {
      description: codes.join(', '),
      content: { 'application/ld+json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]);
  return { [route.status]: success, ...Object.fromEntries(failures) };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _unused, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
}
