import { Select } from '../../../components/select/select.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useTour } from '../../hooks/use-tour.ts';
import { Row } from '../row.tsx';
import { type FieldProps, setValue } from './field-props.ts';

/** Value for the whole tour; not a valid node id. */
const ALWAYS = '*';

/** Annotation of the tour at which a node is shown; always, if it was deleted. */
export function StopControl(props: FieldProps<'stop'>) {
  const { label, values, isDisabled } = props;
  const { t } = useEditorTranslations();
  const stops = useTour();
  const shown = values.map((value) => (stops.some(({ id }) => id === value) ? String(value) : ALWAYS));
  const isShared = shown.every((one) => one === shown[0]);
  return (
    <Row label={label}>
      <Select
        label={label}
        size="small"
        value={isShared ? (shown[0] ?? ALWAYS) : ''}
        options={[
          { value: ALWAYS, label: t('field.shownAt.always') },
          ...stops.map(({ id, number, node }) => ({
            value: id,
            label: `${number} · ${node.name || t('node.annotation')}`,
          })),
        ]}
        isDisabled={isDisabled}
        onChange={(next) => setValue(props, next === ALWAYS ? null : next)}
      />
    </Row>
  );
}
