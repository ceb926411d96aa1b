import type { RouteDefinition, RouteInput, RouteOutput } from '@diorama/shared/contract/define.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import type { Context } from 'koa';
import type { Actor } from '../auth/actor.ts';
import type { UploadedFile } from './multipart.ts';

/** Context of a call besides its parsed input. */
export type Call<Caller = Actor | null> = {
  actor: Caller;
  language: Language;
  requestId: string;
  /** Id for the row that the call creates: the same for every repeat with one `Idempotency-Key`. */
  newId: string;
  logger: Logger;
  /** Client address of the request. */
  ip: string;
  /** The file of a multipart body, the first where it may have several. */
  file: UploadedFile | null;
  /** All files of a multipart body, by the names that the route gives them. */
  files: ReadonlyMap<string, UploadedFile>;
  /** The unchanged body of a `raw` route. */
  raw: Buffer | null;
  /** The Koa context, for the few routes that stream. */
  ctx: Context;
};

type CallerOf<Route extends RouteDefinition> = Route['auth'] extends 'user' | 'operator'
  ? Actor
  : Actor | null;

/** The implementation of one route. */
export type Handler<Route extends RouteDefinition> = (
  input: RouteInput<Route>,
  call: Call<CallerOf<Route>>,
) => Promise<RouteOutput<Route>>;

/** An implementation for every entry of a route table. A missing one does not compile. */
export type HandlersOf<Table extends Record<string, RouteDefinition>> = {
  [Name in keyof Table]: Handler<Table[Name]>;
};
