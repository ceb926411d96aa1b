import { LIBRARY_ACCOUNT_ID } from '@diorama/shared/domain/library.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useLibraryWords } from '../../hooks/use-library-words.ts';
import { groupMaps } from '../../library/group-maps.ts';
import { type MapsJob, sendMaps } from '../../library/send-maps.ts';
import { ItemDialog } from './item-dialog.tsx';
import { bodyOf, isAddress, type Said } from './said-fields.tsx';
import { UploadLibraryPage } from './upload-library-page.tsx';

type MaterialJob = MapsJob & { said: Said };

/** Many materials at once into the library for everybody, out of the pictures they are made of. */
export function UploadMaterialsScreen() {
  const api = useApi();
  const { client } = api;
  const { t } = useLibraryWords();
  const toast = useToast();
  const [isMaking, setIsMaking] = useState(false);
  return (
    <UploadLibraryPage<MaterialJob>
      shelf="materials"
      plan={(files, said) => {
        const { materials, unused } = groupMaps(files);
        if (unused.length > 0) {
          const names = unused.map(({ name }) => name).join(', ');
          toast({ kind: 'info', text: t('upload.unused', { names }) });
        }
        return materials.map((group) => ({ name: group.name, job: { files: group, said, sent: {} } }));
      }}
      send={async ({ said, ...maps }, options) => {
        const material = await sendMaps(api, maps, { ...options, account: LIBRARY_ACCOUNT_ID });
        const body = bodyOf({ ...said, url: isAddress(said.url) ? said.url : '' });
        const { uuid } = await client.call('createLibraryItem', {
          params: { shelf: 'materials' },
          body: { ...body, name: maps.files.name, material, isShared: true },
        });
        return async () => {
          await client.call('deleteLibraryItem', { params: { shelf: 'materials', id: uuid } });
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
