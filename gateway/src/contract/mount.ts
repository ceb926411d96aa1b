import { fileNames, type RouteDefinition } from '@diorama/shared/contract/define.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import { routes } from '@diorama/shared/contract/index.ts';
import type { KeyHolder } from '@diorama/shared/server/runtime/idempotency.queries.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import Router from '@koa/router';
import type { Context } from 'koa';
import type { z } from 'zod';
import type { Actor } from '../auth/actor.ts';
import { authenticate, bearerOf } from '../auth/authenticate.ts';
import type { Deps } from '../deps.ts';
import type { Holder } from '../limits/byte-budget.ts';
import { assertWritable } from '../middleware/assert-writable.ts';
import { networkOf } from '../middleware/client-address.ts';
import { requestStateOf } from '../middleware/request-state.ts';
import { type ChargeBytes, readJson, readJsonBytes, readRaw } from './body.ts';
import { jsonParts } from './deferred-json.ts';
import type { Call, HandlersOf } from './handler.ts';
import { type Identity, idOfRequest, withIdempotency } from './idempotency.ts';
import { multipartFolder, readMultipart, type UploadedFile } from './multipart.ts';
import { isHeld, setJsonBody } from './send-json.ts';
import { toViolations } from './violation.ts';

/** Every handler of the product. */
export type AllHandlers = HandlersOf<typeof routes>;

type AnyHandler = (input: unknown, call: Call) => Promise<unknown>;

/** Routes that count by name, not by person, consume their limit in their handler, once they know the name. */
const COUNTED_BY_HANDLER: ReadonlySet<string> = new Set([
  'sign-in',
  'sign-up',
  'reset',
  'unlock',
  'invitations',
]);

/** Limits of a day that a network reaches only by valid calls of its users. */
const COUNTED_WHEN_VALID: ReadonlySet<string> = new Set(['invitations']);

export type MountOptions = {
  /** Validates every response against its schema and fails on a mismatch; for tests. */
  checkResponses: boolean;
};

/** Builds the router that serves the whole contract. */
export function mountContract(deps: Deps, handlers: AllHandlers, options: MountOptions): Router {
  const router = new Router();
  const table: Record<string, RouteDefinition> = routes;
  for (const [name, route] of Object.entries(table)) {
    // The table and the handlers have the same keys and pair by them; a mapped type cannot follow it.
    const handler = handlers[name as keyof AllHandlers] as AnyHandler;
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    router.register(
      path,
      [route.method.toLowerCase()],
      [(ctx: Context) => serve({ deps, name, route, handler, options, ctx })],
    );
  }
  return router;
}

type Serving = {
  deps: Deps;
  name: string;
  route: RouteDefinition;
  handler: AnyHandler;
  options: MountOptions;
  ctx: Context;
};

/** Serves one request in order: block list → limit → authenticate → limit → parse → act → present. */
async function serve(serving: Serving): Promise<void> {
  const { deps, route, ctx } = serving;
  if (route.method !== 'GET' && !route.isServedReadOnly) {
    assertWritable(deps.readOnly);
  }
  if (route.errors?.includes('security.blocked')) {
    deps.blocklist.assertAllowed(ctx);
  }
  const limit = route.limit ?? 'general';
  await deps.limits.consumeFrom(COUNTED_WHEN_VALID.has(limit) ? 'general' : limit, ctx.ip);
  const caller = await callerOf(deps, route, ctx);
  const inTurn: Run = (task) => deps.turns.run(caller, task, () => ctx.res.destroyed);
  const findActor = () => resolveActor(deps, route, ctx);
  if (route.method === 'GET' && !route.isStream) {
    await inTurn(async () => answer(serving, await findActor(), AT_ONCE));
  } else {
    // A body may arrive slowly, so that no turn is held for it.
    await answer(serving, await inTurn(findActor), route.isStream ? AT_ONCE : inTurn);
  }
}

type Run = <Result>(task: () => Promise<Result>) => Promise<Result>;
const AT_ONCE: Run = (task) => task();

/** Reads the content of a request and acts on it. */
async function answer(serving: Serving, actor: Actor | null, run: Run): Promise<void> {
  const { deps, name, route, handler, ctx } = serving;
  const limit = route.limit ?? 'general';
  if (!COUNTED_BY_HANDLER.has(limit)) {
    await deps.limits.consume(limit, actor?.userId ?? ctx.ip);
  }
  const query = parsePart(route.query, ctx.query, 'query');
  const params = parsePart(route.params, ctx.params, 'params');
  const holder = holderOf(actor, ctx);
  let held = 0;
  const charge = (bytes: number) => {
    deps.bodies.take(holder, bytes);
    held += bytes;
  };
  let files = NO_FILES;
  try {
    const content = await readContent(serving, { userId: actor?.userId ?? null, charge });
    files = content.files;
    const body = route.isLargeBody ? undefined : parsePart(route.body, content.body, 'body');
    if (COUNTED_WHEN_VALID.has(limit)) {
      await deps.limits.consumeFrom(limit, ctx.ip);
    }
    const state = requestStateOf(ctx);
    const identity = identityOf({ route, name, actor, params, content, key: ctx.get('idempotency-key') });
    const call: Call = {
      actor,
      language: state.language,
      requestId: state.requestId,
      newId: identity ? idOfRequest(identity) : uuidv7(),
      logger: state.logger,
      ip: ctx.ip,
      file: content.files.get(fileNames(route)[0]) ?? null,
      files: content.files,
      raw: content.raw,
      ctx,
    };
    const act = async () => present(serving, actor, await handler({ params, query, body }, call));
    const respond = () => (identity ? actOnce(serving, { actor, identity, act }) : act());
    await run(respond);
  } finally {
    if (route.method !== 'GET') {
      // Clients that lost a right are notified at once. A failed call notifies too, as it may have
      // taken effect.
      deps.access.wake();
    }
    deps.bodies.release(holder, held);
    await Promise.all([...files.values()].map((file) => file.discard()));
  }
}

/** Acts on a request with an idempotency key, or repeats the answer that the first one with this key got. */
async function actOnce(
  serving: Serving,
  { actor, identity, act }: { actor: Actor | null; identity: Identity; act: () => Promise<void> },
): Promise<void> {
  const { deps, ctx } = serving;
  const replay = await withIdempotency(deps.db, identity, async () => {
    await act();
    return { status: ctx.status, answer: String(ctx.body ?? '') };
  });
  if (replay) {
    presentParts(serving, { status: replay.status, parts: [replay.answer], actor });
  }
}

/** The user that a token is made for, whose session is not looked up yet; the network of a visitor. */
async function callerOf(deps: Deps, route: RouteDefinition, ctx: Context): Promise<Holder> {
  const token = route.auth === 'none' ? null : bearerOf(ctx.get('authorization'));
  const claims = token === null ? null : await deps.tokens.verify(token);
  return claims?.kind === 'access'
    ? { subject: 'user', holder: claims.userId }
    : { subject: 'network', holder: networkOf(ctx.ip) };
}

/** The user or network that the bytes of a request are held for. */
function holderOf(actor: Actor | null, ctx: Context): Holder {
  return actor
    ? { subject: 'user', holder: actor.userId }
    : { subject: 'network', holder: networkOf(ctx.ip) };
}

async function resolveActor(deps: Deps, route: RouteDefinition, ctx: Context): Promise<Actor | null> {
  if (route.auth === 'none') {
    return null;
  }
  const token = bearerOf(ctx.get('authorization'));
  if (token === null) {
    if (route.auth === 'optional') {
      return null;
    }
    throw new CodedError('auth.session-expired');
  }
  const actor = await authenticate(deps, token);
  if (route.auth === 'operator' && !actor.isOperator) {
    throw new CodedError('security.not-allowed');
  }
  return actor;
}

/** Identity of a request that may be repeated; null without a key. */
function identityOf(request: {
  route: RouteDefinition;
  name: string;
  actor: Actor | null;
  params: unknown;
  content: { body: unknown; files: ReadonlyMap<string, UploadedFile> };
  key: string;
}): Identity | null {
  const { route, name, actor, params, content, key } = request;
  const holder = keyHolderOf(route, actor, params);
  if (!holder || key === '') {
    return null;
  }
  const body = route.params ? { params, body: content.body } : content.body;
  return { holder, route: name, key, body, files: content.files };
}

function keyHolderOf(
  { idempotent }: RouteDefinition,
  actor: Actor | null,
  params: unknown,
): KeyHolder | null {
  if (idempotent === 'scene') {
    // The name of the parameter is fixed for such routes, and the schema of the parameters has checked
    // its presence.
    return { compositionId: (params as { uuid: string }).uuid };
  }
  return idempotent === 'caller' && actor ? { userId: actor.userId } : null;
}

const NO_FILES: ReadonlyMap<string, UploadedFile> = new Map();

type Reading = { userId: string | null; charge: ChargeBytes };

async function readContent({ deps, route, ctx }: Serving, { userId, charge }: Reading) {
  if (route.bodyKind === 'multipart') {
    const { fields, files } = await readMultipart(ctx, multipartFolder(deps.env.dataDir), {
      names: fileNames(route),
      ...(userId !== null && { pace: deps.uploadRate.pace(userId) }),
    });
    return { body: fields, files, raw: null };
  }
  if (route.bodyKind === 'raw') {
    const raw = route.method === 'GET' ? null : await readRaw(ctx, charge);
    return { body: undefined, files: NO_FILES, raw };
  }
  if (route.isLargeBody) {
    return { body: undefined, files: NO_FILES, raw: await readJsonBytes(ctx, charge) };
  }
  return { body: route.body ? await readJson(ctx, charge) : undefined, files: NO_FILES, raw: null };
}

function parsePart(
  schema: z.ZodType | undefined,
  value: unknown,
  part: 'params' | 'query' | 'body',
): unknown {
  if (!schema) {
    return undefined;
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) {
    return parsed.data;
  }
  if (part === 'params') {
    throw new CodedError('request.not-found');
  }
  if (part === 'body' && (typeof value !== 'object' || value === null || Array.isArray(value))) {
    throw new CodedError('request.malformed');
  }
  throw new CodedError('request.invalid', { violations: toViolations(parsed.error) });
}

async function present(serving: Serving, actor: Actor | null, result: unknown): Promise<void> {
  const { route, options, ctx, name } = serving;
  if (ctx.respond === false || ctx.headerSent) {
    return;
  }
  if (!route.response) {
    if (ctx.body !== undefined && ctx.body !== null) {
      // A file or a redirect: the handler has sent the response.
      return;
    }
    ctx.status = route.status;
    ctx.body = route.status === 204 ? null : '';
    return;
  }
  if (options.checkResponses) {
    const parsed = route.response.safeParse(result);
    if (!parsed.success) {
      throw new Error(`The answer of ${name} breaks its contract: ${parsed.error.message}`);
    }
  }
  const parts = isHeld(ctx) ? [] : await jsonParts(result);
  presentParts(serving, { status: route.status, parts, actor });
  if (route.answersPlainJson) {
    ctx.type = 'json';
  }
}

function presentParts(
  { deps, ctx }: Serving,
  { status, parts, actor }: { status: number; parts: readonly (string | Uint8Array)[]; actor: Actor | null },
): void {
  ctx.status = status;
  setJsonBody(ctx, parts, () => deps.unread.open(holderOf(actor, ctx), () => ctx.res.destroy()));
  const accept = ctx.get('accept');
  const wantsPlain = accept.includes('application/json') && !accept.includes('application/ld+json');
  ctx.set('Content-Type', `application/${wantsPlain ? 'json' : 'ld+json'}; charset=utf-8`);
  ctx.vary('Accept');
  if (isHeld(ctx)) {
    ctx.status = 304;
  }
}
