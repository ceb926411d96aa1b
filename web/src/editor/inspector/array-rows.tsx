import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { classNames } from '../../components/class-names.ts';
import foldClasses from '../../components/fold.module.css';
import { Select } from '../../components/select/select.tsx';
import { quantityOf } from '../../scene/measure/quantity.ts';
import { arraySelection } from '../commands/arrange.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useScene } from '../hooks/use-scene.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import { AXES, copiesOf, MAX_COPIES } from '../kernels/arrange.ts';
import { type ArrayForm, arrayPlanOf, firstArray, type Triple } from '../kernels/array-form.ts';
import { selectionSize } from '../queries/movable.ts';
import classes from './fields.module.css';
import { NumberField } from './number-field.tsx';
import { Row } from './row.tsx';

const WORDS = { counts: 'array.counts', step: 'array.step', gaps: 'array.step' } as const;
const LENGTH = { unit: 'metres', min: -1e6, max: 1e6, step: 0.1 } as const;
const COUNT = { unit: 'count', min: 1, max: MAX_COPIES, step: 1 } as const;
const ANGLE = { unit: 'radians', min: -2 * Math.PI, max: 2 * Math.PI, step: Math.PI / 12 } as const;

/** Copies in a row, on a grid or around a point. Nothing is written until the user confirms. */
export function ArrayRows() {
  const { t } = useEditorTranslations();
  const { ui } = useEditor();
  const { isArrayOpen: isOpen } = useSignalValue(ui.state);
  return (
    <details
      className={classNames(foldClasses.fold, classes.more)}
      open={isOpen}
      onToggle={(event) => ui.change({ isArrayOpen: event.currentTarget.open })}
    >
      <summary>{t('array.title')}</summary>
      {isOpen && <ArrayFields />}
    </details>
  );
}

/** Values that the user has not set follow the size of the selection. */
function ArrayFields() {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const unit = useScene((scene) => scene.unit);
  // The size of a model is known once it is drawn.
  useSignalValue(editor.undrawn);
  const [filled, setFilled] = useState<Partial<ArrayForm>>({});
  const size = selectionSize(editor);
  const form = { ...firstArray(size, quantityOf('metres', unit).factor, filled.counts?.[0]), ...filled };
  const change = (patch: Partial<ArrayForm>) => setFilled((before) => ({ ...before, ...patch }));
  const shared = { isDisabled: isReadOnly, onCommit: () => undefined, onCancel: () => undefined };
  const triple = (key: 'counts' | 'step' | 'gaps', spec: typeof LENGTH | typeof COUNT) => (
    <Row label={t(WORDS[key])} isVector>
      {AXES.map((axis, i) => (
        <NumberField
          {...shared}
          key={axis}
          label={t('inspector.axis', { field: t(WORDS[key]), axis: axis.toUpperCase() })}
          glyph={axis.toUpperCase()}
          axis={axis}
          value={form[key][i] ?? 0}
          spec={spec}
          onChange={(value) => change({ [key]: form[key].with(i, value) })}
        />
      ))}
    </Row>
  );
  const plan = arrayPlanOf(form);
  const isTooMany = copiesOf(plan) > MAX_COPIES;
  return (
    <div className={classes.group}>
      <Row label={t('array.kind')}>
        <Select
          label={t('array.kind')}
          size="small"
          value={form.kind}
          options={(['linear', 'grid', 'radial'] as const).map((value) => ({
            value,
            label: t(`array.${value}`),
          }))}
          isDisabled={isReadOnly}
          onChange={(kind) => change({ kind: kind as ArrayForm['kind'] })}
        />
      </Row>
      {form.kind === 'grid' ? (
        triple('counts', COUNT)
      ) : (
        <Row label={t('array.count')}>
          <NumberField
            {...shared}
            label={t('array.count')}
            glyph="↔"
            value={form.counts[0]}
            spec={COUNT}
            onChange={(value) => change({ counts: form.counts.with(0, value) as unknown as Triple })}
          />
        </Row>
      )}
      {form.kind === 'radial' ? (
        <>
          <Row label={t('array.radius')}>
            <NumberField
              {...shared}
              label={t('array.radius')}
              glyph="↔"
              value={form.radius}
              spec={LENGTH}
              onChange={(radius) => change({ radius })}
            />
          </Row>
          <Row label={t('array.angle')}>
            <NumberField
              {...shared}
              label={t('array.angle')}
              glyph="↔"
              value={form.angle}
              spec={ANGLE}
              onChange={(angle) => change({ angle })}
            />
          </Row>
        </>
      ) : (
        triple(form.kind === 'grid' ? 'gaps' : 'step', LENGTH)
      )}
      {isTooMany && (
        <p className={classes.note} role="status">
          {t('array.tooMany', { count: copiesOf(plan), most: MAX_COPIES })}
        </p>
      )}
      <div className={classes.buttons}>
        <Button size="small" disabled={isReadOnly || isTooMany} onClick={() => arraySelection(editor, plan)}>
          {t('array.make')}
        </Button>
      </div>
    </div>
  );
}
