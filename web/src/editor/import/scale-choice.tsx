import { Button } from '../../components/button/button.tsx';
import { useEditorSession } from '../hooks/use-editor.tsx';
import { useLengths } from '../hooks/use-lengths.ts';
import { useWords } from '../hooks/use-words.ts';
import type { ImportItem } from '../managers/import-item.ts';
import type { ScaleSuggestion } from '../managers/import-places.ts';
import classes from './import.module.css';

/** Offers another scale for a model that was probably made in other units. */
export function ScaleChoice({ item, suggestion }: { item: ImportItem; suggestion: ScaleSuggestion }) {
  const { imports } = useEditorSession();
  const { t } = useWords();
  const size = useLengths()(suggestion.size);
  const isHuge = suggestion.factor < 1;
  return (
    <>
      <span className={classes.chipNote}>
        {t(isHuge ? 'import.hugeModel' : 'import.tinyModel', { name: item.name, size })}
      </span>
      <span className={classes.chipButtons}>
        <Button size="small" variant="primary" onClick={() => imports.applyScale(item.nodeId, suggestion)}>
          {t(isHuge ? 'import.scaleDown' : 'import.scaleUp')}
        </Button>
        <Button size="small" onClick={() => imports.dismiss(item.nodeId)}>
          {t('import.keep')}
        </Button>
      </span>
    </>
  );
}
