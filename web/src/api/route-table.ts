import type { BodyKind, Caller, Method, RouteDefinition } from '@diorama/shared/contract/define.ts';
import { type RouteName, routes } from '@diorama/shared/contract/index.ts';

/** Route data that a client needs to call it. What most routes have is left out, as every page loads the table. */
export type RouteEntry = {
  method: Method;
  path: string;
  /** By default `user`. */
  auth?: Caller;
  /** By default `json`. */
  bodyKind?: BodyKind;
  idempotent?: true;
};

/** Every route without its schemas; the build puts the result here in place of the tables (`evaluate-module.ts`). */
export const ROUTE_TABLE = Object.fromEntries(
  Object.entries<RouteDefinition>(routes).map(([name, route]) => [name, entryOf(route)]),
) as Record<RouteName, RouteEntry>;

function entryOf({ method, path, auth, bodyKind = 'json', idempotent }: RouteDefinition): RouteEntry {
  return {
    method,
    path,
    ...(auth !== 'user' && { auth }),
    ...(bodyKind !== 'json' && { bodyKind }),
    ...(idempotent !== undefined && { idempotent: true }),
  };
}
