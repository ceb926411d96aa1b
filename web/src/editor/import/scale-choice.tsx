import { Button } from '../../components/button/button.tsx';
import { quantityOf, showQuantity } from '../../scene/measure/quantity.ts';
import { useEditorSession } from '../hooks/use-editor.tsx';
import { useStore } from '../hooks/use-store.ts';
import { useWords } from '../hooks/use-words.ts';
import type { ImportItem } from '../managers/import-item.ts';
import type { ScaleSuggestion } from '../managers/import-places.ts';
import classes from './import.module.css';

/** Offers another scale for a model that was probably made in other units. */
export function ScaleChoice({ item, suggestion }: { item: ImportItem; suggestion: ScaleSuggestion }) {
  const { editor, imports } = useEditorSession();
  const { t } = useWords();
  const quantity = quantityOf('metres', useStore(editor.scene).unit);
  const size = `${showQuantity(suggestion.size, quantity)} ${quantity.suffix}`;
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
