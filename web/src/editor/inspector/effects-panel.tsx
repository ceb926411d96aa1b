import { EFFECTS_DEFAULTS } from '@diorama/shared/scene/defaults.ts';
import { choicesOf } from '@diorama/shared/scene/nodes/choices.ts';
import { updateScene } from '@diorama/shared/scene/scene-ops.ts';
import { Eye, RotateCcw } from 'lucide-react';
import { useEffect } from 'react';
import { IconButton } from '../../components/button/icon-button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { Switch } from '../../components/field/checkbox.tsx';
import primitives from '../../components/primitives.module.css';
import { useTranslations } from '../../hooks/use-translations.ts';
import { EFFECT_COSTS, EFFECT_NAMES, type EffectName } from '../../scene/effects/effect-list.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useScene } from '../hooks/use-scene.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import classes from './effects-panel.module.css';
import shared from './fields.module.css';
import { type ValueField, ValueRows } from './value-rows.tsx';

const SHARE = { kind: 'number', unit: 'ratio', min: 0, max: 1, step: 0.01 } as const;
const SIGNED = { ...SHARE, min: -1 } as const;
const FACTOR = { kind: 'number', unit: 'factor', min: 0, max: 10, step: 0.05 } as const;
const LENGTH = { kind: 'number', unit: 'metres', min: 0.01, max: 1e6, step: 0.1 } as const;

const EDGES: ValueField = {
  path: 'effects.antialiasing',
  label: 'scene.antialiasing',
  kind: 'select',
  options: choicesOf('scene.antialiasing', ['msaa', 'fxaa', 'none']),
};

const TONE: ValueField = {
  path: 'effects.toneMapping',
  label: 'scene.toneMapping',
  kind: 'select',
  options: choicesOf('scene.tone', ['neutral', 'linear', 'aces', 'filmic', 'agx']),
};

const FIELDS: Readonly<Record<EffectName, readonly ValueField[]>> = {
  ao: [
    { path: 'effects.ao.intensity', label: 'scene.effect.strength', ...FACTOR },
    { path: 'effects.ao.radius', label: 'scene.radius', ...LENGTH, max: 100 },
  ],
  ssr: [
    { path: 'effects.ssr.intensity', label: 'scene.effect.strength', ...FACTOR },
    { path: 'effects.ssr.distance', label: 'scene.effect.reach', ...LENGTH },
    { path: 'effects.ssr.roughness', label: 'scene.effect.roughest', ...SHARE },
  ],
  dof: [
    { path: 'effects.dof.distance', label: 'scene.effect.distance', ...LENGTH },
    { path: 'effects.dof.range', label: 'scene.effect.range', ...LENGTH },
    { path: 'effects.dof.blur', label: 'scene.blur', ...FACTOR },
  ],
  bloom: [
    { path: 'effects.bloom.intensity', label: 'scene.effect.strength', ...FACTOR },
    { path: 'effects.bloom.threshold', label: 'scene.effect.threshold', ...SHARE },
    { path: 'effects.bloom.radius', label: 'scene.radius', ...SHARE },
  ],
  grade: [
    { path: 'effects.grade.brightness', label: 'scene.intensity', ...SIGNED },
    { path: 'effects.grade.contrast', label: 'scene.effect.contrast', ...SIGNED },
    { path: 'effects.grade.saturation', label: 'scene.effect.saturation', ...SIGNED },
    { path: 'effects.grade.tint', label: 'scene.effect.tint', kind: 'color' },
  ],
  vignette: [{ path: 'effects.vignette.amount', label: 'scene.effect.strength', ...SHARE }],
  grain: [{ path: 'effects.grain.amount', label: 'scene.effect.strength', ...SHARE }],
  chromatic: [{ path: 'effects.chromatic.amount', label: 'scene.effect.strength', ...SHARE }],
};

/** Postprocessing effects, each with its switch, cost and values. */
export function EffectsPanel() {
  const editor = useEditor();
  const { t } = useTranslations('scene-sections');
  const effects = useScene((scene) => scene.effects);
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const paused = useSignalValue(editor.pausedEffects);
  return (
    <>
      <div className={classes.head}>
        <Switch
          label={t('effects.on')}
          checked={effects.enabled}
          disabled={isReadOnly}
          onChange={(event) => {
            const enabled = event.currentTarget.checked;
            editor.edit(() => updateScene(editor.ydoc, { effects: { enabled } }));
          }}
        />
        {effects.enabled && <CompareButton />}
      </div>
      {effects.enabled && (
        <>
          {EFFECT_NAMES.map((name) => (
            <EffectRow key={name} name={name} isPaused={paused.includes(name)} />
          ))}
          <ValueRows
            fields={[EDGES, TONE]}
            source={{ effects }}
            onWrite={(patch) => updateScene(editor.ydoc, patch)}
            previewOf={(patch) => ({ scene: patch })}
          />
          {paused.length > 0 && <Alert kind="warning">{t('effects.paused', { count: paused.length })}</Alert>}
          <p className={shared.note}>{t('effects.notInAr')}</p>
        </>
      )}
    </>
  );
}

/** Shows the scene without effects while it is pressed. */
function CompareButton() {
  const editor = useEditor();
  const { t } = useTranslations('scene-sections');
  const compare = (isShown: boolean) => {
    editor.areEffectsShown.value = isShown;
  };
  // A button that is unmounted while pressed receives no release event.
  useEffect(
    () => () => {
      editor.areEffectsShown.value = true;
    },
    [editor],
  );
  return (
    <IconButton
      size="small"
      label={t('effects.compare')}
      icon={<Eye size={16} aria-hidden="true" />}
      onPointerDown={() => compare(false)}
      onPointerUp={() => compare(true)}
      onPointerLeave={() => compare(true)}
      onKeyDown={({ key }) => (key === ' ' || key === 'Enter') && compare(false)}
      onKeyUp={() => compare(true)}
      onBlur={() => compare(true)}
    />
  );
}

function EffectRow({ name, isPaused }: { name: EffectName; isPaused: boolean }) {
  const editor = useEditor();
  const { t } = useTranslations('scene-sections');
  const effect = useScene(({ effects }) => effects[name]);
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const { enabled } = effect;
  const word = t(`effects.${name}`);
  const write = (patch: object) => updateScene(editor.ydoc, patch);
  const cost = EFFECT_COSTS[name];
  return (
    <div className={primitives.stack2}>
      <div className={classes.line}>
        <Switch
          label={word}
          checked={enabled}
          disabled={isReadOnly}
          onChange={(event) => {
            const isOn = event.currentTarget.checked;
            editor.edit(() => write({ effects: { [name]: { enabled: isOn } } }));
          }}
        />
        {enabled && (
          <IconButton
            size="small"
            label={t('effects.reset', { name: word })}
            icon={<RotateCcw size={14} aria-hidden="true" />}
            disabled={isReadOnly}
            onClick={() =>
              editor.edit(() => write({ effects: { [name]: { ...EFFECTS_DEFAULTS[name], enabled } } }))
            }
          />
        )}
        <span
          role="img"
          className={classes.cost}
          data-cost={cost}
          data-paused={isPaused || undefined}
          title={t(isPaused ? 'effects.isPaused' : `effects.cost.${cost}`)}
          aria-label={t(isPaused ? 'effects.isPaused' : `effects.cost.${cost}`)}
        />
      </div>
      {enabled && (
        <ValueRows
          fields={FIELDS[name]}
          source={{ effects: { [name]: effect } }}
          onWrite={write}
          previewOf={(patch) => ({ scene: patch })}
        />
      )}
    </div>
  );
}
