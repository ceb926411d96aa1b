import { LIBRARY_ACCOUNT_ID } from '@diorama/shared/domain/library.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { useLibraryTranslations } from '../../hooks/use-library-translations.ts';
import type { MaterialFiles } from '../../library/group-maps.ts';
import { sendMaterial } from '../../library/send-material.ts';
import { usePlanMaterials } from '../../library/use-plan-materials.ts';
import { bodyOf, type ItemDetails, isAddress } from './item-details-fields.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { UploadLibraryPage } from './upload-library-page.tsx';

type MaterialJob = { files: MaterialFiles; details: ItemDetails };

/** Uploads many materials into the public library, from their pictures. */
export function UploadMaterialsScreen() {
  const api = useApi();
  const { client } = api;
  const { t } = useLibraryTranslations();
  const planMaterials = usePlanMaterials();
  const [isMaking, setIsMaking] = useState(false);
  return (
    <UploadLibraryPage<MaterialJob>
      shelf="materials"
      plan={async (given, details) =>
        (await planMaterials(given)).map((files) => ({
          name: files.name,
          job: { files, details },
          isMadeHere: true,
        }))
      }
      send={async ({ files, details }, options) => {
        const body = bodyOf({ ...details, url: isAddress(details.url) ? details.url : '' });
        const material = { files, account: LIBRARY_ACCOUNT_ID, details: { ...body, isShared: true } };
        const id = await sendMaterial(api, material, options);
        return async () => {
          await client.call('deleteLibraryItem', { params: { shelf: 'materials', id } });
        };
      }}
      actions={(list) => (
        <>
          <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => setIsMaking(true)}>
            {t('upload.new')}
          </Button>
          {isMaking && (
            <ItemDialog
              shelf="materials"
              item={null}
              onClose={() => setIsMaking(false)}
              onSaved={list.reload}
            />
          )}
        </>
      )}
    />
  );
}
