import { Button } from '../../../components/button/button.tsx';
import primitives from '../../../components/primitives.module.css';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useFormatLength } from '../../hooks/use-format-length.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import type { ImportItem } from './model/import-item.ts';
import type { AskedSize } from './model/import-places.ts';
import { SizePicture } from './size-picture.tsx';

/**
 * Asks for the size of a model whose file has no unit or an implausible one, and for its up axis.
 */
export function SizeChoice({ item, question }: { item: ImportItem; question: AskedSize }) {
  const { editor, imports } = useEditorSession();
  const { t } = useTranslations('import-report');
  const { t: unitName } = useEditorTranslations();
  const length = useFormatLength();
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const { nodeId, name } = item;
  const { size, isUsual, choices, canStandUp, factor: taken } = question;
  if (isReadOnly) {
    return null;
  }
  return (
    <>
      <span className={primitives.secondary}>
        {taken === 1
          ? t('import.whichSize', { name, size: length(size) })
          : t('import.fitted', { name, size: length(size * taken), file: length(size) })}
      </span>
      <span className={primitives.cluster}>
        {choices.map(({ factor, unit }, at) => (
          <Button
            key={factor}
            size="small"
            variant={at === 0 && !isUsual ? 'primary' : undefined}
            onClick={() => (factor === taken ? imports.keepSize(nodeId) : imports.applyScale(nodeId, factor))}
          >
            <SizePicture size={size * factor} />
            {unit === null
              ? length(size * factor)
              : t('import.inUnit', { unit: unitName(`scene.unit.${unit}`), size: length(size * factor) })}
          </Button>
        ))}
        <Button
          size="small"
          onClick={() => (taken === 1 ? imports.keepSize(nodeId) : imports.applyScale(nodeId, 1))}
        >
          <SizePicture size={size} />
          {t(taken === 1 ? 'import.keepSize' : 'import.asInFile', { size: length(size) })}
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
