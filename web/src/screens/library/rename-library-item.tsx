import { useApi } from '../../api/provider.tsx';
import { NameDialog } from '../../components/name-dialog/name-dialog.tsx';
import { useLibraryTranslations } from '../../hooks/use-library-translations.ts';
import type { LibraryItem } from '../../library/use-library.ts';
import { shelfOf } from './use-in-new-scene.ts';

const MAX_NAME = 120;

/** Renames an own item; a file that was not in the library yet is added by it. */
export function RenameLibraryItem({
  item,
  onRenamed,
  onClose,
}: {
  item: LibraryItem;
  onRenamed: () => void;
  onClose: () => void;
}) {
  const { t } = useLibraryTranslations();
  const { client } = useApi();
  const shelf = shelfOf(item);
  return (
    <NameDialog
      title={t('library.rename.title')}
      label={t('upload.name')}
      initial={item.name ?? ''}
      maxLength={MAX_NAME}
      submitLabel={t('library.rename')}
      onSubmit={async (name) => {
        if (item.permission === 'edit') {
          await client.call('patchLibraryItem', { params: { shelf, id: item.uuid }, body: { name } });
        } else {
          const { asset, account } = item;
          await client.call('createLibraryItem', { params: { shelf }, body: { name, asset, account } });
        }
        onRenamed();
      }}
      onClose={onClose}
    />
  );
}
