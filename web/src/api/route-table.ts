import type { BodyKind, Caller, Method, RouteDefinition } from '@diorama/shared/contract/define.ts';
import { type RouteName, routes } from '@diorama/shared/contract/index.ts';

/** Route data that a client needs to call it. */
export type RouteEntry = {
  method: Method;
  path: string;
  auth: Caller;
  bodyKind: BodyKind;
  idempotent: boolean;
};

/** Every route without its schemas; the build puts the result here in place of the tables (`evaluate-module.ts`). */
export const ROUTE_TABLE = Object.fromEntries(
  Object.entries<RouteDefinition>(routes).map(([name, route]) => [name, entryOf(route)]),
) as Record<RouteName, RouteEntry>;

function entryOf(route: RouteDefinition): RouteEntry {
  return {
    method: route.method,
    path: route.path,
    auth: route.auth,
    bodyKind: route.bodyKind ?? 'json',
    idempotent: route.idempotent !== undefined,
  };
}
