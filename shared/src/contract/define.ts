import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { idParams } from './hydra.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Required authentication: `user` needs a session, `optional` uses one if present, `none` ignores sessions,
 * `operator` needs an operator's session.
 */
export type Caller = 'user' | 'optional' | 'none' | 'operator';

/** Named rate limits of the contract; `general` is the default. */
export type LimitName =
  | 'general'
  | 'sign-in'
  | 'sign-up'
  | 'reset'
  | 'unlock'
  | 'visits'
  | 'option-files'
  | 'visitor-comments'
  | 'visitor-comment-lists'
  | 'visitor-comments-a-day'
  | 'invitations'
  | 'stranger-mails'
  | 'uploads'
  | 'orders'
  | 'discounts'
  | 'qrs'
  | 'support'
  | 'document-bytes'
  | 'stored-bytes';

/**
 * Encoding of the request body: parsed JSON, multipart with files, or bytes that the handler verifies itself.
 */
export type BodyKind = 'json' | 'multipart' | 'raw';

/** One entry of a route table. `{name}` in the path is a parameter of `params`. */
export type RouteDefinition = {
  method: Method;
  path: `/${string}`;
  auth: Caller;
  summary: string;
  status: 200 | 201 | 202 | 204;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  bodyKind?: BodyKind;
  /**
   * The JSON body may be as large as a document: the handler receives the bytes and has them parsed on
   * another thread.
   */
  isLargeBody?: true;
  /** The answer is a stream that stays open, so it takes no turn among the requests of its user. */
  isStream?: true;
  /** Changes nothing that people see, so it is served while the installation is read-only; every GET is. */
  isServedReadOnly?: true;
  /** Field names of the files in a multipart body; one `file` by default. */
  files?: readonly [string, ...string[]];
  /** Absent where the response has no body, or is not JSON. */
  response?: z.ZodType;
  /** The response has the media type of plain JSON, because clients other than ours read it. */
  answersPlainJson?: true;
  /** Error codes in addition to those of every route (401, 404 of a resource, 422 of its schema, 429). */
  errors?: readonly ErrorCode[];
  limit?: LimitName;
  /**
   * Accepts an `Idempotency-Key`, scoped to the caller or, as visitors have no session, to the scene that
   * `{uuid}` names.
   */
  idempotent?: 'caller' | 'scene';
};

/** Field names of the files that a multipart body may contain, the most important first. */
export function fileNames({ files }: RouteDefinition): readonly [string, ...string[]] {
  return files ?? ['file'];
}

/** A route as tables write it. */
export type RouteRow = Omit<RouteDefinition, 'method' | 'path' | 'auth' | 'status'> & {
  route: `${Method} /${string}`;
  /** `user` by default. */
  auth?: Caller;
  /** 200 by default. */
  status?: RouteDefinition['status'];
};

/** The definition of a row, with its defaults. */
type DefinitionOf<Row extends RouteRow> = Omit<Row, 'route' | 'auth' | 'status'> & {
  method: Row['route'] extends `${infer Name extends Method} ${string}` ? Name : never;
  path: Row['route'] extends `${string} ${infer Path extends `/${string}`}` ? Path : never;
  auth: Row['auth'] extends Caller ? Row['auth'] : 'user';
  status: Row['status'] extends RouteDefinition['status'] ? Row['status'] : 200;
} & (Row extends { params: z.ZodType }
    ? unknown
    : Row['route'] extends `${string}/{id}${string}`
      ? { params: typeof idParams }
      : unknown);

/**
 * A table of routes; the gateway must implement every entry and the client is derived from it. Routes whose path
 * contains `{id}` have `idParams` unless they name others.
 */
export function defineRoutes<const Table extends Record<string, RouteRow>>(
  table: Table,
): { [Name in keyof Table]: DefinitionOf<Table[Name]> } {
  const definitions = Object.entries(table).map(([name, row]) => [name, definitionOf(row)]);
  return Object.fromEntries(definitions);
}

function definitionOf({ route, ...row }: RouteRow): RouteDefinition {
  const [method, path] = route.split(' ') as [Method, `/${string}`];
  const hasId = path.includes('/{id}');
  return { ...(hasId && { params: idParams }), auth: 'user', status: 200, ...row, method, path };
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

/** Input of a handler, with every part already parsed. */
export type RouteInput<Route extends RouteDefinition> = {
  params: Parsed<Route['params']>;
  query: Parsed<Route['query']>;
  body: Parsed<Route['body']>;
};

/** Result of a handler, before serialisation. */
export type RouteOutput<Route extends RouteDefinition> = Route['response'] extends z.ZodType
  ? z.input<Route['response']>
  : undefined;

/** Response as a client reads it. */
export type RouteResult<Route extends RouteDefinition> = Route['response'] extends z.ZodType
  ? z.output<Route['response']>
  : undefined;

type Defined<T> = { [Key in keyof T as T[Key] extends undefined ? never : Key]: T[Key] };

/** Request as a client sends it: only the parts the route declares. */
export type RouteRequest<Route extends RouteDefinition> = Defined<{
  params: Sent<Route['params']>;
  query: Sent<Route['query']>;
  body: Sent<Route['body']>;
}>;
