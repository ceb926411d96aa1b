import { judgeHidden } from '@diorama/shared/policy/account.ts';
import { judgeComposition } from '@diorama/shared/policy/composition.ts';
import { judgeProject } from '@diorama/shared/policy/project.ts';
import { findOrder } from '@diorama/shared/server/db/orders.ts';
import { findAccountFacts } from '@diorama/shared/server/db/read-models/accounts.ts';
import { findAsset } from '@diorama/shared/server/db/read-models/assets.ts';
import { findComposition } from '@diorama/shared/server/db/read-models/compositions.ts';
import { findOutput } from '@diorama/shared/server/db/read-models/outputs.ts';
import { findProject } from '@diorama/shared/server/db/repositories/projects.ts';
import { readAccount } from '../modules/accounts/read-account.ts';
import { readAsset } from '../modules/assets/read-asset.ts';
import { presentOutput } from '../modules/assets/serializer.ts';
import { presentOrder } from '../modules/billing/serializer.ts';
import { readCommentState } from '../modules/comments/service.ts';
import { factsOf } from '../modules/compositions/facts.ts';
import { readComposition, type SceneDeps } from '../modules/compositions/service.ts';
import { readInvitationState } from '../modules/invitations/present.ts';
import { presentProject, projectFactsOf } from '../modules/projects/serializer.ts';
import type { ReadState } from './hub.ts';

/** Reads each kind of resource as its own GET would send it. */
export function createReadState(deps: SceneDeps): ReadState {
  const { db, urls } = deps;

  const withIri = <State extends { '@id': string }>(state: State | null) =>
    state && { iri: state['@id'], state };

  return async (row, client) => {
    const id = row.resource_id;
    switch (row.topic) {
      case 'asset': {
        const asset = await findAsset(db, id);
        return withIri(asset && (await readAsset(deps, asset, client)));
      }
      case 'scene-output': {
        const output = await findOutput(db, id);
        return withIri(output && presentOutput(urls, output, client.language));
      }
      case 'order': {
        const order = await findOrder(db, id);
        const facts = order && (await findAccountFacts(db, order.account_id, client.userId));
        return withIri(order && judgeHidden('pay', facts).allowed ? presentOrder(order) : null);
      }
      case 'composition': {
        const scene = await findComposition(db, id, client.userId);
        const isVisible = scene !== null && judgeComposition('read', factsOf(scene, false)).allowed;
        return withIri(isVisible ? await readComposition(deps, scene, client.userId) : null);
      }
      case 'project': {
        const project = await findProject(db, id, client.userId);
        const isVisible = project !== null && judgeProject('read', projectFactsOf(project)).allowed;
        return withIri(isVisible ? presentProject(project) : null);
      }
      case 'account':
        return withIri(await readAccount(deps, id, client.userId));
      case 'comment':
        return withIri(await readCommentState(deps, id, client.userId));
      case 'invitation':
        return withIri(await readInvitationState(deps, id, client.userId));
    }
  };
}
