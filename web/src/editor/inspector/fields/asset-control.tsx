import { formatBytes } from '@diorama/shared/i18n/format.ts';
import { useWords } from '../../hooks/use-words.ts';
import classes from '../fields.module.css';
import type { FieldProps } from './field-props.ts';
import { useShownAsset } from './use-shown-asset.ts';

/** How heavy the file is that a node shows. */
export function AssetControl({ ids }: FieldProps<'asset'>) {
  const { language, t } = useWords();
  const { asset } = useShownAsset(ids);
  if (!asset || asset.extra.triangles === null) {
    return null;
  }
  return (
    <p className={classes.note}>
      {t('inspector.triangles', { count: asset.extra.triangles })} ·{' '}
      {t('inspector.bytes', { size: formatBytes(language, asset.size) })}
    </p>
  );
}
