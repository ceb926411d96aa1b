import type { assetRoutes } from '@diorama/shared/contract/assets.ts';
import { CodedError, existing } from '@diorama/shared/contract/errors.ts';
import { sniffFormat } from '@diorama/shared/domain/file-format.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { findNewestOutput, findOutput } from '@diorama/shared/server/scenes/outputs.queries.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { UploadedFile } from '../../contract/multipart.ts';
import { limitedStorage } from '../../limits/limited-storage.ts';
import { loadComposition } from '../compositions/facts.ts';
import { type SceneDeps, startOutput } from '../compositions/service.ts';
import { serializeOutput } from './serializer.ts';

/** Outputs of scenes. */
export function outputHandlers(
  deps: SceneDeps,
): HandlersOf<Pick<typeof assetRoutes, 'generateSceneOutput' | 'getOutput'>> {
  const { db, urls } = deps;

  return {
    generateSceneOutput: async ({ body }, { actor, file, language }) => {
      const row = await loadComposition(db, 'publish', { id: body.sceneUuid, userId: actor.userId });
      const source = file ? await storeSource(deps, file, row.account_id) : null;
      const subject = { compositionId: row.id, accountId: row.account_id, userId: actor.userId };
      const id = await startOutput(deps, subject, source);
      const output = existing(await findOutput(db, id));
      return serializeOutput(urls, output, language);
    },

    getOutput: async ({ params }, { actor, language }) => {
      const row = await loadComposition(db, 'read', { id: params.id, userId: actor.userId });
      const output = await findNewestOutput(db, row.id);
      if (!output) {
        throw new CodedError('output.none');
      }
      return serializeOutput(urls, output, language);
    },
  };
}

/** An outside client's own GLB, from which both outputs are made. */
async function storeSource(
  deps: Pick<SceneDeps, 'db' | 'limits' | 'store'>,
  file: UploadedFile,
  accountId: string,
): Promise<string> {
  if (file.size === 0) {
    throw new CodedError('upload.empty');
  }
  if (sniffFormat(file.head, file.size) !== 'glb') {
    throw new CodedError('upload.format');
  }
  const object = await storeObject(limitedStorage(deps), {
    accountId,
    body: file,
    contentType: 'model/gltf-binary',
  });
  return object.id;
}
