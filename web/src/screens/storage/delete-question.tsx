import type { StorageFile } from '@diorama/shared/contract/storage.ts';
import { formatBytes } from '@diorama/shared/i18n/format.ts';
import { isNoticed } from '../../api/client.ts';
import { useApi } from '../../api/provider.tsx';
import { Confirm } from '../../components/modal/confirm.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useStorageTranslations } from '../../hooks/use-storage-translations.ts';
import { deleteEach } from './delete-each.ts';
import { isUnused } from './group-files.ts';

/** Limit of file names listed before a deletion. */
const NAMES_TOLD = 8;

/** Asks for confirmation before files are deleted, with the scenes that use them. */
export function DeleteQuestion({
  files,
  onDone,
  onClose,
}: {
  files: readonly StorageFile[];
  onDone: () => void;
  onClose: () => void;
}) {
  const { t, language } = useStorageTranslations();
  const toast = useToast();
  const { client } = useApi();
  const size = formatBytes(
    language,
    files.reduce((sum, file) => sum + file.size, 0),
  );
  const [first] = files;
  const only = files.length === 1 ? first : undefined;
  const removeOne = async (file: StorageFile) => {
    // In a bulk deletion, only unused files are deleted, also if another user starts to use one meanwhile.
    const query = only && !isUnused(file) ? { force: 'true' as const } : {};
    for (const asset of file.assets) {
      await client.call('deleteAsset', { params: { id: asset }, query });
    }
  };
  const remove = async () => {
    const { freed, errors } = await deleteEach(files, removeOne);
    if (freed > 0) {
      toast({ kind: 'success', text: t('deleted', { size: formatBytes(language, freed) }) });
    }
    if (errors.length > 0 && !errors.some(isNoticed)) {
      toast({ kind: 'error', text: t('deleted.failed') });
    }
    onDone();
  };
  return (
    <Confirm
      title={only ? t('delete.title', { name: only.name }) : t('delete.many', { count: files.length })}
      text={only ? textOf(only) : t('delete.many.text', { names: namesOf(files), size })}
      confirmLabel={t('delete.confirm')}
      isDangerous
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );

  function namesOf(all: readonly StorageFile[]): string {
    const told = all.slice(0, NAMES_TOLD).map(({ name }) => name);
    const left = all.length - told.length;
    const others = left > 0 ? [t('delete.many.more', { count: left })] : [];
    return new Intl.ListFormat(language).format([...told, ...others]);
  }

  function textOf(file: StorageFile): string {
    if (isUnused(file)) {
      return t('delete.unused', { size });
    }
    const uses = [
      ...file.uses.map(({ name, kind }) => (kind === 'scene' ? name : t(`use.${kind}`, { name }))),
      ...(file.isInLibrary ? [t('use.library')] : []),
      ...(file.isWatermark ? [t('use.watermark')] : []),
    ];
    return t('delete.used', { uses: uses.join(', '), size });
  }
}
