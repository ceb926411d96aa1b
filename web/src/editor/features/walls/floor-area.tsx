import { formatDecimal } from '@diorama/shared/i18n/format.ts';
import hidden from '../../../components/visually-hidden.module.css';
import { areaSuffix, type LengthUnit, METRES } from '../../../scene/measure/quantity.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useScene } from '../../hooks/use-scene.ts';
import classes from '../../inspector/fields.module.css';
import { Row } from '../../inspector/row.tsx';
import { areaOfFloor } from './model/rooms.ts';

/** Unit of whose square areas are shown, by the unit of lengths. */
const AREA_UNIT: Readonly<Record<LengthUnit, LengthUnit>> = {
  mm: 'm',
  cm: 'm',
  m: 'm',
  inch: 'feet',
  feet: 'feet',
};

/** Area of a floor in the scene's system of units, as an inspector row; nothing for other nodes. */
export function FloorAreaRow({ id }: { id: string }) {
  const editor = useEditor();
  const { t, language } = useEditorTranslations();
  const area = useScene(() => areaOfFloor(editor, id));
  const unit = AREA_UNIT[useScene((scene) => scene.unit)];
  return (
    area !== null && (
      <Row label={t('field.area')}>
        <p className={classes.reading}>
          <span className={hidden.hidden}>{t('field.area')}: </span>
          {formatDecimal(language, area / METRES[unit] ** 2, { decimals: 2 })} {areaSuffix(unit)}
        </p>
      </Row>
    )
  );
}
