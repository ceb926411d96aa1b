import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { LIBRARY_ACCOUNT_ID } from '@diorama/shared/domain/library.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useLibraryWords } from '../../hooks/use-library-words.ts';
import { groupMaps, type MapName, type MaterialFiles } from './group-maps.ts';
import { ItemDialog } from './item-dialog.tsx';
import { bodyOf, isAddress, type Said } from './said-fields.tsx';
import { turnNormals } from './turn-normals.ts';
import { UploadLibraryPage } from './upload-library-page.tsx';

type MaterialJob = { files: MaterialFiles; said: Said; sent: Partial<Record<MapName, string>> };

/** Many materials at once into the library for everybody, out of the pictures they are made of. */
export function UploadMaterialsScreen() {
  const { client, upload } = useApi();
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
      send={async ({ files, said, sent }, { signal, onProgress }) => {
        const maps = Object.entries(files.maps) as [MapName, File][];
        for (const [at, [map, file]] of maps.entries()) {
          // A picture of several maps is sent once.
          const known = maps.find(([other, same]) => same === file && sent[other])?.[0];
          sent[map] ??= known
            ? sent[known]
            : (
                await upload(
                  map === 'normal' && files.isDirectX ? await turnNormals(file) : file,
                  { type: ASSET_TYPE.texture, account: LIBRARY_ACCOUNT_ID, uploadType: 'library' },
                  { signal, onProgress: (share) => onProgress((at + share) / maps.length) },
                )
              )['@id'];
        }
        const body = bodyOf({ ...said, url: isAddress(said.url) ? said.url : '' });
        const { uuid } = await client.call('createLibraryItem', {
          params: { shelf: 'materials' },
          body: { ...body, name: files.name, material: valuesOf(files.name, sent), isShared: true },
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

/** Values that let pictures speak: a picture multiplies its value, and so wants it whole. */
function valuesOf(name: string, maps: Partial<Record<MapName, string>>) {
  return {
    name,
    maps,
    ...(maps.color && { color: '#ffffff' }),
    ...(maps.roughness && { roughness: 1 }),
    ...(maps.metalness && { metalness: 1 }),
    ...(maps.emissive && { emissive: '#ffffff', emissiveIntensity: 1 }),
    ...(maps.opacity && { alphaMode: 'blend' as const }),
  };
}
