import { assetIdOf } from '@diorama/shared/scene/asset-references.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { assetsOf, picturePropOf, showsFile } from '@diorama/shared/scene/nodes/kinds.ts';
import type { ApiClient } from '../../api/client.ts';

/** Maximum number of files whose status is asked for. */
const MAX_FILES = 100;

/**
 * Names of the models and pictures that a publication of a scene would lack: their files have not arrived, or cannot be
 * used. A publication waits for files that are being converted.
 * @throws ApiError for failed requests
 */
export async function readMissing(client: Pick<ApiClient, 'call'>, sceneId: string): Promise<string[]> {
  const { document, assets } = await client.call('getScenePreview', { params: { id: sceneId } });
  const files = Object.values(parseDocument(document).nodes)
    .filter(({ kind }) => showsFile(kind) || picturePropOf(kind) !== undefined)
    .map((node) => ({ name: node.name, iri: assetsOf(node).at(0) }));
  const unready = new Set(
    files.flatMap(({ iri }) => (iri === undefined || Object.hasOwn(assets, iri) ? [] : [iri])),
  );
  const failed = new Set<string>();
  await Promise.all(
    [...unready].slice(0, MAX_FILES).map(async (iri) => {
      const { status } = await client.call('getAsset', { params: { id: assetIdOf(iri) } });
      if (status === 'failed') {
        failed.add(iri);
      }
    }),
  );
  const missing = files.filter(({ iri }) => iri === undefined || failed.has(iri));
  // Copies of a node share its name.
  return [...new Set(missing.map(({ name }) => name))];
}
