import type { NumberRange } from '@diorama/shared/scene/nodes/define.ts';
import { Switch } from '../../components/field/checkbox.tsx';
import primitives from '../../components/primitives.module.css';
import { Select } from '../../components/select/select.tsx';
import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useFormatLength } from '../hooks/use-format-length.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import { NumberField } from '../inspector/number-field.tsx';
import { SNAP_TARGETS, type SnapSteps, type SnapTargets } from '../managers/preferences.ts';
import classes from './snap-panel.module.css';

const STEPS: Readonly<Record<keyof SnapSteps, NumberRange>> = {
  translate: { unit: 'metres', min: 0, max: 1e3, step: 0.05 },
  rotate: { unit: 'radians', min: 0, max: Math.PI, step: Math.PI / 36 },
  scale: { unit: 'factor', min: 0, max: 10, step: 0.05 },
};
/** Choices of the grid spacing, in metres; null adapts to the camera distance. */
const GRID_STEPS = [null, 0.01, 0.1, 0.25, 0.5, 1, 5, 10] as const;
const AUTOMATIC = 'auto';

/** Snap settings of moves, rotations and scales, and grid settings. Stored in this browser. */
export function SnapPanel() {
  const { preferences } = useEditor();
  const { t } = useEditorTranslations();
  const { isSnapping, snapTargets, isTicking } = useSignalValue(preferences.values);
  const setTarget = (key: keyof SnapTargets, isOn: boolean) =>
    preferences.change({ snapTargets: { ...snapTargets, [key]: isOn } });
  return (
    <div className="grid w-[16rem] max-w-full gap-3">
      <Switch
        label={t('action.snap')}
        checked={isSnapping}
        onChange={({ target }) => preferences.change({ isSnapping: target.checked })}
      />
      <p className={primitives.note}>{t('snap.hint')}</p>
      <fieldset className={classes.group}>
        <legend>{t('snap.steps')}</legend>
        {Object.entries(STEPS).map(([key, spec]) => (
          // The keys of the table are those of the steps.
          <Step key={key} name={key as keyof SnapSteps} spec={spec} />
        ))}
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{t('snap.targets')}</legend>
        {SNAP_TARGETS.map((key) => (
          <Switch
            key={key}
            label={t(`snap.target.${key}`)}
            checked={snapTargets[key]}
            disabled={key === 'normal' && !snapTargets.surfaces}
            onChange={({ target }) => setTarget(key, target.checked)}
          />
        ))}
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{t('snap.grid')}</legend>
        <GridSetting />
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{t('snap.sounds')}</legend>
        <Switch
          label={t('snap.tick')}
          checked={isTicking}
          onChange={({ target }) => preferences.change({ isTicking: target.checked })}
        />
      </fieldset>
    </div>
  );
}

function Step({ name, spec }: { name: keyof SnapSteps; spec: NumberRange }) {
  const { preferences } = useEditor();
  const { t } = useEditorTranslations();
  const { snapSteps } = useSignalValue(preferences.values);
  const label = t(`snap.step.${name}`);
  return (
    <div className="flex items-center justify-between text-(--text-2) text-13 gap-2 whitespace-nowrap">
      <span aria-hidden="true">{label}</span>
      <div className="w-[6rem] rounded-control bg-(--surface-1)">
        <NumberField
          label={label}
          value={snapSteps[name]}
          spec={spec}
          onChange={(value) => preferences.change({ snapSteps: { ...snapSteps, [name]: value } })}
          onCommit={() => undefined}
          onCancel={() => undefined}
        />
      </div>
    </div>
  );
}

function GridSetting() {
  const { preferences } = useEditor();
  const { t } = useEditorTranslations();
  const { isGridShown, gridStep } = useSignalValue(preferences.values);
  const length = useFormatLength();
  return (
    <>
      <Switch
        label={t('action.grid')}
        checked={isGridShown}
        onChange={({ target }) => preferences.change({ isGridShown: target.checked })}
      />
      <div className="flex items-center justify-between text-(--text-2) text-13 gap-2 whitespace-nowrap">
        <span aria-hidden="true">{t('snap.gridStep')}</span>
        <Select
          label={t('snap.gridStep')}
          size="small"
          value={gridStep === null ? AUTOMATIC : String(gridStep)}
          options={GRID_STEPS.map((step) => ({
            value: step === null ? AUTOMATIC : String(step),
            label: step === null ? t('snap.gridAuto') : length(step),
          }))}
          onChange={(value) => preferences.change({ gridStep: value === AUTOMATIC ? null : Number(value) })}
        />
      </div>
    </>
  );
}
