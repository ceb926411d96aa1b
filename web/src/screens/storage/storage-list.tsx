import type { StorageFile } from '@diorama/shared/contract/storage.ts';
import { formatBytes } from '@diorama/shared/i18n/format.ts';
import { Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { idOf } from '../../api/url.ts';
import { IconButton } from '../../components/button/icon-button.tsx';
import primitives from '../../components/primitives.module.css';
import { usePath } from '../../hooks/use-path.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { isUnused, kindOf } from './group-files.ts';
import classes from './storage.module.css';

/** List of files, largest first. */
export function StorageList({
  files,
  onDelete,
}: {
  files: readonly StorageFile[];
  onDelete: (file: StorageFile) => void;
}) {
  const { t, language } = useTranslations('storage');
  return (
    <table className={classes.list}>
      <caption className="text-14 font-semibold text-left pb-2">{t('list')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('column.file')}</th>
          <th scope="col" className={classes.kindColumn}>
            {t('column.kind')}
          </th>
          <th scope="col">{t('column.uses')}</th>
          <th scope="col" className={classes.number}>
            {t('column.size')}
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <tr key={file.assets[0]} id={rowId(file)} tabIndex={-1}>
            <th scope="row">
              <span className="flex gap-2 wrap-anywhere">
                <span className={classes.dot} data-kind={kindOf(file)} aria-hidden="true" />
                <span>{file.name}</span>
              </span>
            </th>
            <td className={classes.kindColumn}>{t(`kind.${kindOf(file)}`)}</td>
            <td className={classes.uses}>
              <Uses file={file} />
            </td>
            <td className={classes.number}>{formatBytes(language, file.size)}</td>
            <td>
              <IconButton
                size="small"
                label={t('delete', { name: file.name })}
                icon={<Trash2 size={16} aria-hidden="true" />}
                onClick={() => onDelete(file)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Element id of a file's row. */
export function rowId({ assets }: StorageFile): string {
  return `file-${idOf(assets[0] ?? '')}`;
}

function Uses({ file }: { file: StorageFile }) {
  const { t } = useTranslations('storage');
  const path = usePath();
  return (
    <ul>
      {file.uses.map(({ '@id': id, name, kind }) => (
        <li key={id}>
          {kind === 'scene' ? (
            <Link to={path(`builder/${idOf(id)}`)}>{name}</Link>
          ) : (
            <span>{t(`use.${kind}`, { name })}</span>
          )}
        </li>
      ))}
      {file.isInLibrary && <li>{t('use.library')}</li>}
      {file.isWatermark && <li>{t('use.watermark')}</li>}
      {isUnused(file) && <li className={primitives.secondary}>{t('use.nothing')}</li>}
      {file.assets.length > 1 && (
        <li className={primitives.secondary}>{t('use.copies', { count: file.assets.length })}</li>
      )}
    </ul>
  );
}
