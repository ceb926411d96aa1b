import type { Asset } from '@diorama/shared/contract/assets.ts';
import { LIBRARY_ACCOUNT_ID } from '@diorama/shared/domain/library.ts';
import type { Api } from '../api/provider.tsx';
import type { AssetPort } from './managers/assets.ts';

const LIBRARY = `/api/accounts/${LIBRARY_ACCOUNT_ID}`;

/** Asset that the scene references but may not use; reported like an asset that does not exist. */
class ForeignAssetError extends Error {
  readonly status = 404;
}

/**
 * Loads the assets of a scene. Assets of other workspaces are rejected even if this user may read them: other
 * users and visitors could not load them. They are drawn as missing.
 * @param account - iri of the scene's workspace
 */
export function createAssetPort({ client, live }: Pick<Api, 'client' | 'live'>, account: string): AssetPort {
  const isUsable = (asset: Asset) => asset.account === account || asset.account === LIBRARY;
  return {
    get: async (iri) => {
      const asset = await client.call('getAsset', { params: { id: iri } });
      if (!isUsable(asset)) {
        throw new ForeignAssetError(`${iri} belongs to another workspace`);
      }
      return asset;
    },
    subscribe: (listener) =>
      live.subscribe((message) => {
        // The stream sends the same body as GET.
        const asset = message.topic === 'asset' ? (message.event.state as Asset | null) : null;
        if (asset && isUsable(asset)) {
          listener(asset);
        }
      }),
  };
}
