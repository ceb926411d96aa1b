import { Button } from '../../components/button/button.tsx';
import { useEditorSession } from '../hooks/use-editor.tsx';
import { useLengths } from '../hooks/use-lengths.ts';
import { useStore } from '../hooks/use-store.ts';
import { useWords } from '../hooks/use-words.ts';
import type { ImportItem } from '../managers/import-item.ts';
import type { SizeQuestion } from '../queries/size-question.ts';
import classes from './import.module.css';
import { SizePicture } from './size-picture.tsx';
import { useReportWords } from './use-report-words.ts';

/**
 * Asks for the size of a model whose file has no unit or an implausible one, and for its up axis.
 */
export function SizeChoice({ item, question }: { item: ImportItem; question: SizeQuestion }) {
  const { editor, imports } = useEditorSession();
  const { t } = useReportWords();
  const { t: unitName } = useWords();
  const length = useLengths();
  const isReadOnly = useStore(editor.isReadOnly);
  const { nodeId, name } = item;
  const { size, isUsual, choices, canStandUp } = question;
  if (isReadOnly) {
    return null;
  }
  return (
    <>
      <span className={classes.chipNote}>{t('import.whichSize', { name, size: length(size) })}</span>
      <span className={classes.chipButtons}>
        {choices.map(({ factor, unit }, at) => (
          <Button
            key={factor}
            size="small"
            variant={at === 0 && !isUsual ? 'primary' : undefined}
            onClick={() => imports.applyScale(nodeId, factor)}
          >
            <SizePicture size={size * factor} />
            {unit === null
              ? length(size * factor)
              : t('import.inUnit', { unit: unitName(`scene.unit.${unit}`), size: length(size * factor) })}
          </Button>
        ))}
        <Button size="small" onClick={() => imports.keepSize(nodeId)}>
          <SizePicture size={size} />
          {t('import.keepSize', { size: length(size) })}
        </Button>
      </span>
      {canStandUp && (
        <Button size="small" onClick={() => imports.standUp(nodeId)}>
          {t('import.standUp')}
        </Button>
      )}
    </>
  );
}
