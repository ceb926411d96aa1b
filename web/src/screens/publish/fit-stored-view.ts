import { assetIdOf } from '@diorama/shared/scene/asset-references.ts';
import { parseDocument, type SceneDocument } from '@diorama/shared/scene/document.ts';
import { fileOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { Box3, Vector3 } from 'three';
import type { ApiClient } from '../../api/client.ts';
import { documentBoxes } from '../../scene/document-boxes.ts';
import { contentBox, fittedDefaultView, isDefaultView } from '../../scene/opening-view.ts';

/** Maximum number of models whose size is asked for. */
const MAX_MODELS = 100;

/**
 * Fits the default opening view of a scene that is not open to its content, before the first publication. A chosen view
 * stays, as does one of a scene that others edit meanwhile.
 * @throws ApiError for failed requests
 */
export async function fitStoredView(client: Pick<ApiClient, 'call'>, sceneId: string): Promise<void> {
  const params = { id: sceneId };
  const { revision, document: stored } = await client.call('getDocument', { params });
  const document = parseDocument(stored);
  if (!isDefaultView(document.camera)) {
    return;
  }
  const bounds = await modelBounds(client, document);
  const content = contentBox(documentBoxes(document, (asset) => bounds.get(asset) ?? null));
  const fitted = fittedDefaultView(document.camera, content);
  if (fitted) {
    const body = { document: { ...stored, camera: { ...document.camera, ...fitted } } };
    await client.call('putDocument', { params, body }, { headers: { 'If-Match': String(revision) } });
  }
}

async function modelBounds(
  client: Pick<ApiClient, 'call'>,
  { nodes }: SceneDocument,
): Promise<ReadonlyMap<string, Box3>> {
  const iris = new Set(Object.values(nodes).flatMap((node) => fileOf(node)?.asset ?? []));
  const found = await Promise.all(
    [...iris].slice(0, MAX_MODELS).map(async (iri): Promise<[string, Box3][]> => {
      const { extra } = await client.call('getAsset', { params: { id: assetIdOf(iri) } });
      const { bounds } = extra;
      return bounds ? [[iri, new Box3(new Vector3(...bounds.min), new Vector3(...bounds.max))]] : [];
    }),
  );
  return new Map(found.flat());
}
