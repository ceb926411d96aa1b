import { formatBytes } from '@diorama/shared/i18n/format.ts';
import { FileText } from 'lucide-react';
import { useContext, useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import classes from '../fields.module.css';
import { FieldPartsContext } from './field-parts.ts';
import type { FieldProps } from './field-props.ts';
import { useShownAsset } from './use-shown-asset.ts';

/** Size of a node's file, and the report of its import. */
export function AssetControl({ ids }: FieldProps<'asset'>) {
  const { language, t } = useEditorTranslations();
  const {
    id,
    nodes: [node],
    asset,
  } = useShownAsset(ids);
  const { ImportReport } = useContext(FieldPartsContext);
  const [isReportOpen, setReportOpen] = useState(false);
  if (!node || !asset || asset.extra.triangles === null) {
    return null;
  }
  return (
    <>
      <p className={classes.note}>
        {t('inspector.triangles', { count: asset.extra.triangles })} ·{' '}
        {t('inspector.bytes', { size: formatBytes(language, asset.size) })}
      </p>
      {asset.originalUrl !== null && (
        <Button
          size="small"
          icon={<FileText size={16} aria-hidden="true" />}
          onClick={() => setReportOpen(true)}
        >
          {t('import.report')}
        </Button>
      )}
      {isReportOpen && (
        <ImportReport nodeId={id} name={node.name} asset={asset} onClose={() => setReportOpen(false)} />
      )}
    </>
  );
}
