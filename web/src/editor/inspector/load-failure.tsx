import { RotateCw } from 'lucide-react';
import { Button } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { useEditorSession } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import classes from './fields.module.css';

/** Reports beside a field that its picture or font failed to load, with a retry. */
export function LoadFailure({
  iri,
  failed,
}: {
  iri: string | null;
  failed: 'load.failedPicture' | 'load.failedFont' | 'load.failedSound';
}) {
  const { assets } = useEditorSession();
  const { t } = useEditorTranslations();
  const unloaded = useSignalValue(assets.unloaded);
  if (iri === null || !unloaded.has(iri)) {
    return null;
  }
  return (
    <Alert kind="warning">
      <p>{t(failed)}</p>
      <div className={classes.retry}>
        <Button
          size="small"
          icon={<RotateCw size={16} aria-hidden="true" />}
          onClick={() => assets.retry(iri)}
        >
          {t('import.retry')}
        </Button>
      </div>
    </Alert>
  );
}
