import { LIBRARY_ACCOUNT_ID } from '@diorama/shared/domain/library.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { useLibraryWords } from '../../hooks/use-library-words.ts';
import type { MaterialFiles } from '../../library/group-maps.ts';
import { sendMaterial } from '../../library/send-material.ts';
import { usePlanMaterials } from '../../library/use-plan-materials.ts';
import { ItemDialog } from './item-dialog.tsx';
import { bodyOf, isAddress, type Said } from './said-fields.tsx';
import { UploadLibraryPage } from './upload-library-page.tsx';

type MaterialJob = { files: MaterialFiles; said: Said };

/** Uploads many materials into the public library, from their pictures. */
export function UploadMaterialsScreen() {
  const api = useApi();
  const { client } = api;
  const { t } = useLibraryWords();
  const planMaterials = usePlanMaterials();
  const [isMaking, setIsMaking] = useState(false);
  return (
    <UploadLibraryPage<MaterialJob>
      shelf="materials"
      plan={async (given, said) =>
        (await planMaterials(given)).map((files) => ({
          name: files.name,
          job: { files, said },
          isMadeHere: true,
        }))
      }
      send={async ({ files, said }, options) => {
        const body = bodyOf({ ...said, url: isAddress(said.url) ? said.url : '' });
        const material = { files, account: LIBRARY_ACCOUNT_ID, said: { ...body, isShared: true } };
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
              thing={null}
              onClose={() => setIsMaking(false)}
              onSaved={list.reload}
            />
          )}
        </>
      )}
    />
  );
}
