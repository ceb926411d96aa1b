import { authorizeHidden } from '@diorama/shared/policy/account.ts';
import { authorizeComposition } from '@diorama/shared/policy/composition.ts';
import { authorizeProject } from '@diorama/shared/policy/project.ts';
import { findAsset } from '@diorama/shared/server/assets/assets.queries.ts';
import { findOrder } from '@diorama/shared/server/billing/orders.ts';
import type { LiveRow } from '@diorama/shared/server/delivery/live-stream.queries.ts';
import { findComposition } from '@diorama/shared/server/scenes/compositions.queries.ts';
import { findOutput } from '@diorama/shared/server/scenes/outputs.queries.ts';
import { findProject } from '@diorama/shared/server/scenes/projects.queries.ts';
import { findAccountFacts } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import { findInvitation } from '@diorama/shared/server/workspaces/invitations.queries.ts';
import { readAccount } from '../modules/accounts/read-account.ts';
import { readAsset } from '../modules/assets/read-asset.ts';
import { serializeOutput } from '../modules/assets/serializer.ts';
import { serializeOrder } from '../modules/billing/serializer.ts';
import { readCommentState } from '../modules/comments/service.ts';
import { factsOf } from '../modules/compositions/facts.ts';
import { readComposition, type SceneDeps } from '../modules/compositions/service.ts';
import { managesInvitation, serializeInvitation } from '../modules/invitations/serializer.ts';
import { projectFactsOf, serializeProject } from '../modules/projects/serializer.ts';
import type { LiveView, OpenView } from './hub.ts';

/** Opens each kind of resource as its own GET would send it. */
export function createOpenView(deps: SceneDeps): OpenView {
  const views: Record<LiveRow['topic'], (id: string) => LiveView> = {
    asset: (id) => assetView(deps, id),
    'scene-output': (id) => outputView(deps, id),
    order: (id) => orderView(deps, id),
    invitation: (id) => invitationView(deps, id),
    composition:
      (id) =>
      async ({ userId }) => {
        const scene = await findComposition(deps.db, id, userId);
        const isVisible = scene !== null && authorizeComposition('read', factsOf(scene, false)).allowed;
        return withIri(isVisible ? await readComposition(deps, scene, userId) : null);
      },
    project:
      (id) =>
      async ({ userId }) => {
        const project = await findProject(deps.db, id, userId);
        const isVisible = project !== null && authorizeProject('read', projectFactsOf(project)).allowed;
        return withIri(isVisible ? serializeProject(project) : null);
      },
    account:
      (id) =>
      async ({ userId }) =>
        withIri(await readAccount(deps, id, userId)),
    comment:
      (id) =>
      async ({ userId }) =>
        withIri(await readCommentState(deps, id, userId)),
  };
  return ({ topic, resource_id: id }) => views[topic](id);
}

function assetView(deps: SceneDeps, id: string): LiveView {
  const load = once(() => findAsset(deps.db, id));
  return async (viewer) => {
    const asset = await load();
    return withIri(asset && (await readAsset(deps, asset, viewer)));
  };
}

function outputView({ db, urls }: SceneDeps, id: string): LiveView {
  const load = once(() => findOutput(db, id));
  const states = new Map<string, ReturnType<typeof serializeOutput>>();
  return async ({ language }) => {
    const output = await load();
    if (!output) {
      return null;
    }
    const state = states.get(language) ?? serializeOutput(urls, output, language);
    states.set(language, state);
    return withIri(state);
  };
}

function orderView({ db }: SceneDeps, id: string): LiveView {
  const load = once(async () => {
    const order = await findOrder(db, id);
    return order && { accountId: order.account_id, state: serializeOrder(order) };
  });
  return async ({ userId }) => {
    const order = await load();
    const facts = order && (await findAccountFacts(db, order.accountId, userId));
    return withIri(order && authorizeHidden('pay', facts).allowed ? order.state : null);
  };
}

function invitationView({ db, urls }: SceneDeps, id: string): LiveView {
  const load = once(async () => {
    const row = await findInvitation(db, id);
    return row && { row, state: serializeInvitation(urls, row) };
  });
  return async ({ userId }) => {
    const invitation = await load();
    return withIri(
      invitation && (await managesInvitation(db, invitation.row, userId)) ? invitation.state : null,
    );
  };
}

function withIri<State extends { '@id': string }>(state: State | null) {
  return state && { iri: state['@id'], state };
}

/** Reads a value at the first call, and returns the same one to all callers. */
function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | null = null;
  return () => {
    reading ??= read();
    return reading;
  };
}
