import type { Asset } from '@diorama/shared/contract/assets.ts';
import { LIBRARY_ACCOUNT_ID } from '@diorama/shared/domain/library.ts';
import type { Api } from '../api/provider.tsx';
import type { AssetPort } from './managers/assets.ts';

const LIBRARY = `/api/accounts/${LIBRARY_ACCOUNT_ID}`;

/** An asset that the scene names and may not use: refused like one that the server does not give. */
class ForeignAssetError extends Error {
  readonly status = 404;
}

/**
 * Asks for the assets of a scene. One of another workspace is none of the scene's, even where this person may see it:
 * others would not, and visitors never do. It is drawn as missing.
 * @param account - the iri of the scene's workspace
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
        // The stream sends what GET sends.
        const asset = message.topic === 'asset' ? (message.event.state as Asset | null) : null;
        if (asset && isUsable(asset)) {
          listener(asset);
        }
      }),
  };
}
