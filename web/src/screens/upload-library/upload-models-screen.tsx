import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { LIBRARY_ACCOUNT_ID } from '@diorama/shared/domain/library.ts';
import { useApi } from '../../api/provider.tsx';
import { displayNameOf } from '../../library/group-maps.ts';
import { bodyOf, type ItemDetails, isAddress } from './item-details-fields.tsx';
import { UploadLibraryPage } from './upload-library-page.tsx';

type ModelJob = { file: File; details: ItemDetails; asset?: string };

/** Uploads many models into the public library. */
export function UploadModelsScreen() {
  const { client, upload } = useApi();
  return (
    <UploadLibraryPage<ModelJob>
      shelf="models"
      plan={async (files, details) => files.map(({ file }) => ({ name: file.name, job: { file, details } }))}
      send={async (job, options) => {
        // A retry does not upload a file again that has already arrived.
        job.asset ??= (
          await upload(
            job.file,
            { type: ASSET_TYPE.model, account: LIBRARY_ACCOUNT_ID, uploadType: 'library' },
            options,
          )
        )['@id'];
        const body = bodyOf({ ...job.details, url: isAddress(job.details.url) ? job.details.url : '' });
        await client.call('createLibraryItem', {
          params: { shelf: 'models' },
          body: { ...body, name: displayNameOf(job.file.name), asset: job.asset, isShared: true },
        });
        return null;
      }}
    />
  );
}
