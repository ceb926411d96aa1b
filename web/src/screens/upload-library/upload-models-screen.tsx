import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { LIBRARY_ACCOUNT_ID } from '@diorama/shared/domain/library.ts';
import { useApi } from '../../api/provider.tsx';
import { nameOf } from '../../library/group-maps.ts';
import { bodyOf, isAddress, type Said } from './said-fields.tsx';
import { UploadLibraryPage } from './upload-library-page.tsx';

type ModelJob = { file: File; said: Said; asset?: string };

/** Uploads many models into the public library. */
export function UploadModelsScreen() {
  const { client, upload } = useApi();
  return (
    <UploadLibraryPage<ModelJob>
      shelf="models"
      plan={async (files, said) => files.map(({ file }) => ({ name: file.name, job: { file, said } }))}
      send={async (job, options) => {
        // A retry does not upload a file again that has already arrived.
        job.asset ??= (
          await upload(
            job.file,
            { type: ASSET_TYPE.model, account: LIBRARY_ACCOUNT_ID, uploadType: 'library' },
            options,
          )
        )['@id'];
        const body = bodyOf({ ...job.said, url: isAddress(job.said.url) ? job.said.url : '' });
        await client.call('createLibraryItem', {
          params: { shelf: 'models' },
          body: { ...body, name: nameOf(job.file.name), asset: job.asset, isShared: true },
        });
        return null;
      }}
    />
  );
}
