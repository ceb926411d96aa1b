import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: `user` needs a session, `optional` takes one when it is sent, `none` never looks,
 * `operator` needs an operator's session.
 */
export type Caller = 'user' | 'optional' | 'none' | 'operator';

/** The named limits of the contract; `general` applies where none is named. */
export type LimitName =
  | 'general'
  | 'sign-in'
  | 'sign-up'
  | 'reset'
  | 'unlock'
  | 'visits'
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
  | 'document-bytes';

/** How the body travels: parsed JSON, multipart with files, or bytes the handler verifies itself. */
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
  /** The JSON body may be as large as a document: the handler gets its bytes and has them parsed on another thread. */
  isLargeBody?: true;
  /** The answer is a stream that stays open, so it takes no turn among the requests of its user. */
  isStream?: true;
  /** What the files of a multipart body are called, where it is not one `file`. */
  files?: readonly [string, ...string[]];
  /** Absent where the answer has no body, or is not JSON. */
  response?: z.ZodType;
  /** The media type of an answer that others than our clients read, and know as plain JSON. */
  answersPlainJson?: true;
  /** The codes it can answer beyond those every route can (401, 404 of a resource, 422 of its schema, 429). */
  errors?: readonly ErrorCode[];
  limit?: LimitName;
  /** Takes an `Idempotency-Key`: the caller's own or, as visitors have no session, one of the scene that `{uuid}` names. */
  idempotent?: 'caller' | 'scene';
};

/** The names of the files that a multipart body may bring, the most important first. */
export function fileNames({ files }: RouteDefinition): readonly [string, ...string[]] {
  return files ?? ['file'];
}

/** A table of routes; the gateway must implement every entry and the client is derived from it. */
export function defineRoutes<const Table extends Record<string, RouteDefinition>>(table: Table): Table {
  return table;
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

/** What a handler receives: every input already parsed. */
export type RouteInput<Route extends RouteDefinition> = {
  params: Parsed<Route['params']>;
  query: Parsed<Route['query']>;
  body: Parsed<Route['body']>;
};

/** What a handler answers, before serialisation. */
export type RouteOutput<Route extends RouteDefinition> = Route['response'] extends z.ZodType
  ? z.input<Route['response']>
  : undefined;

/** What a client reads. */
export type RouteResult<Route extends RouteDefinition> = Route['response'] extends z.ZodType
  ? z.output<Route['response']>
  : undefined;

type Defined<T> = { [Key in keyof T as T[Key] extends undefined ? never : Key]: T[Key] };

/** What a client sends: only the parts the route declares. */
export type RouteRequest<Route extends RouteDefinition> = Defined<{
  params: Sent<Route['params']>;
  query: Sent<Route['query']>;
  body: Sent<Route['body']>;
}>;
