import { useApi } from '../../api/provider.tsx';
import { NameDialog } from '../../components/name-dialog/name-dialog.tsx';
import { useLibraryWords } from '../../hooks/use-library-words.ts';
import type { LibraryThing } from '../../library/use-library.ts';
import { shelfOf } from './use-in-new-scene.ts';

const MAX_NAME = 120;

/** Renames an own item; a file that was not in the library yet is added by it. */
export function RenameThing({
  thing,
  onRenamed,
  onClose,
}: {
  thing: LibraryThing;
  onRenamed: () => void;
  onClose: () => void;
}) {
  const { t } = useLibraryWords();
  const { client } = useApi();
  const shelf = shelfOf(thing);
  return (
    <NameDialog
      title={t('library.rename.title')}
      label={t('upload.name')}
      initial={thing.name ?? ''}
      maxLength={MAX_NAME}
      submitLabel={t('library.rename')}
      onSubmit={async (name) => {
        if (thing.permission === 'edit') {
          await client.call('patchLibraryItem', { params: { shelf, id: thing.uuid }, body: { name } });
        } else {
          const { asset, account } = thing;
          await client.call('createLibraryItem', { params: { shelf }, body: { name, asset, account } });
        }
        onRenamed();
      }}
      onClose={onClose}
    />
  );
}
