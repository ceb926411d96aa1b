import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import classes from './import.module.css';
import type { ImportItem } from './model/import-item.ts';

/** Asks once for permission to reopen all files whose handles are stored. */
export function InterruptedNote({ items }: { items: readonly ImportItem[] }) {
  const { imports } = useEditorSession();
  const { t } = useEditorTranslations();
  const ids = items.map(({ nodeId }) => nodeId).join(' ');
  const [isLent, setIsLent] = useState(false);
  useEffect(() => {
    let isOver = false;
    Promise.all(ids.split(' ').map((id) => imports.canTakeUp(id))).then(
      (lent) => !isOver && setIsLent(lent.includes(true)),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [ids, imports]);
  return (
    <div className={classes.chip} data-kind="interrupted">
      <CircleAlert size={16} aria-hidden="true" />
      <div className={classes.chipBody}>
        <span className="wrap-anywhere">{t('import.interruptedAll', { count: items.length })}</span>
        {isLent && (
          <Button size="small" variant="primary" onClick={() => void imports.takeUp({ ask: true })}>
            {t('import.takeUp')}
          </Button>
        )}
      </div>
    </div>
  );
}
