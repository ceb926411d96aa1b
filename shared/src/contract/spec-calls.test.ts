import { describe, expect, it } from 'vitest';
import type { RouteDefinition } from './define.ts';
import { routes } from './index.ts';

/** Every call of the specification. The iri of a resource is its path with an id. */
const CALLS = `
  POST  /api/login
  POST  /api/social-login
  POST  /api/users/signup
  POST  /api/users/social-signup
  POST  /api/token/refresh
  GET   /api/accounts/{id}
  PATCH /api/accounts/{id}
  PATCH /api/accounts/unsubscribe/{id}
  PATCH /api/accounts/reactivate/{id}
  PATCH /api/account-details/{id}
  GET   /api/billing-infos
  POST  /api/billing-infos
  PATCH /api/billing-infos/{id}
  GET   /api/payment-sources
  PATCH /api/payment-sources/{id}
  GET   /api/payment-sources/intent/{id}
  GET   /api/invoices
  GET   /api/invoices/{id}
  PATCH /api/users/{id}
  GET   /api/plans-full
  GET   /api/defaults/scene-categories
  GET   /api/defaults/model-library-categories
  GET   /api/defaults/privacy
  GET   /api/defaults/plan-prices
  POST  /api/orders
  GET   /api/orders/check-status/{id}
  POST  /api/assets/upload
  POST  /api/assets/generate-scene-output
  GET   /api/members
  GET   /api/members/{id}
  PATCH /api/members/{id}
  DELETE /api/members/{id}
  POST  /api/members/revoke
  POST  /api/referral/send
  GET   /api/projects
  POST  /api/projects
  PATCH /api/projects/{id}
  DELETE /api/projects/{id}
  GET   /api/compositions
  GET   /api/compositions/{id}
  POST  /api/compositions
  PATCH /api/compositions/{id}
  DELETE /api/compositions/{id}
  PATCH /api/compositions/clone/{id}
  PATCH /api/compositions/{id}/notify-overflow
  POST  /api/invitations
  PATCH /api/invitations/{id}
  DELETE /api/invitations/{id}
  GET   /api/invitations
  GET   /api/invitations/{id}
  PATCH /api/invitations/accept/{id}
  PATCH /api/invitations/accept-request/{id}
  POST  /qrs/generate
  POST  /qrs/generate/download`;

/** Query parameters that the specification requires for lists, in addition to paging. */
const QUERIES: Record<string, readonly string[]> = {
  'GET /api/compositions': ['page', 'name', 'project.uuid', 'sharedWithMeOnly', 'itemsPerPage'],
  'GET /api/projects': ['pagination', 'owner.uuid', 'order[createdAt]', 'properties[]'],
  'GET /api/members': ['pagination', 'compositions.createdBy.uuid'],
  'GET /api/plans-full': ['isActive', 'publicDisplay'],
  'GET /api/billing-infos': ['account.uuid'],
};

/** Calls that the specification lists without a token. */
const WITHOUT_TOKEN = [
  'POST /api/login',
  'POST /api/social-login',
  'POST /api/users/signup',
  'POST /api/users/social-signup',
  'POST /api/token/refresh',
  'GET /api/invitations/{id}',
];

const calls = CALLS.trim()
  .split('\n')
  .map((line) => line.trim().replace(/\s+/, ' '));
const table: readonly RouteDefinition[] = Object.values(routes);
const nameOf = ({ method, path }: RouteDefinition) => `${method} ${path.replace(/\{\w+\}/g, '{id}')}`;
const served = new Map(table.map((route) => [nameOf(route), route]));

describe('the calls of the specification', () => {
  it('are all served', () => {
    expect(calls.filter((call) => !served.has(call))).toEqual([]);
  });

  it('accept the named query parameters', () => {
    for (const [call, keys] of Object.entries(QUERIES)) {
      const query = served.get(call)?.query;
      const shape = query && 'shape' in query ? Object.keys(query.shape as object) : [];
      expect(shape, call).toEqual(expect.arrayContaining([...keys]));
    }
  });

  it('require a token, with listed exceptions', () => {
    const needNone: readonly (string | undefined)[] = ['none', 'optional'];
    const open = calls.filter(
      (call) => needNone.includes(served.get(call)?.auth) && !call.includes('/defaults/'),
    );
    expect(open.toSorted()).toEqual(
      [...WITHOUT_TOKEN, 'GET /api/plans-full', 'GET /api/orders/check-status/{id}'].toSorted(),
    );
  });

  it('are each served by one route', () => {
    expect(served.size).toBe(table.length);
  });
});
