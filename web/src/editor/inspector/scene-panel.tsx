import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import { SCENE_UNITS, type SceneDocument } from '@diorama/shared/scene/document.ts';
import { choicesOf } from '@diorama/shared/scene/nodes/choices.ts';
import { updateScene } from '@diorama/shared/scene/scene-ops.ts';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { toggleDevices } from '../commands/focus.ts';
import { deleteMaterial } from '../commands/materials.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useScene } from '../hooks/use-scene.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import { EffectsPanel } from './effects-panel.tsx';
import shared from './fields.module.css';
import classes from './fields.module.css';
import { MaterialValues } from './material-values.tsx';
import { MaterialGrid } from './materials/material-grid.tsx';
import { Section } from './section.tsx';
import { Statistics } from './statistics.tsx';
import { type ValueField, ValueRows } from './value-rows.tsx';

const TranslationsPanel = lazyPart(
  async () => (await import('../features/translations/translations-panel.tsx')).TranslationsPanel,
);
const OptionsPanel = lazyPart(
  async () => (await import('../features/options/options-panel.tsx')).OptionsPanel,
);
const ComponentsPanel = lazyPart(
  async () => (await import('../features/components/components-panel.tsx')).ComponentsPanel,
);
const StatesPanel = lazyPart(
  async () => (await import('../features/interactions/states-panel.tsx')).StatesPanel,
);
const InteractionsPanel = lazyPart(
  async () => (await import('../features/interactions/interactions-panel.tsx')).InteractionsPanel,
);
const SceneLabels = lazyPart(async () => (await import('./scene-labels.tsx')).SceneLabels);

const AMOUNT = { kind: 'number', unit: 'factor', min: 0, max: 100, step: 0.05 } as const;
const LENGTH = { kind: 'number', unit: 'metres', min: 0, max: 1e6, step: 0.1 } as const;

const LIGHT: readonly ValueField[] = [
  { path: 'environment.hdri', label: 'scene.hdri', kind: 'picture', shelf: 'hdris', upload: ASSET_TYPE.hdri },
  { path: 'environment.intensity', label: 'scene.intensity', ...AMOUNT },
  {
    path: 'environment.rotation',
    label: 'scene.rotation',
    kind: 'number',
    unit: 'radians',
    min: -Math.PI * 2,
    max: Math.PI * 2,
    step: Math.PI / 36,
  },
  { path: 'environment.exposure', label: 'scene.exposure', ...AMOUNT },
  { path: 'environment.sunShadow', label: 'scene.sunShadow', kind: 'boolean' },
];

const UNITS: readonly ValueField[] = [
  { path: 'unit', label: 'scene.unit', kind: 'select', options: choicesOf('scene.unit', SCENE_UNITS) },
];

/** Scene settings; shown while nothing is selected. */
export function ScenePanel() {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  // Selected separately, as these objects keep their identity when nodes change.
  const environment = useScene((scene) => scene.environment);
  const unit = useScene((scene) => scene.unit);
  const hasEffects = useScene(({ effects }) => effects.enabled);
  const hasComponents = useScene(({ nodes }) => Object.values(nodes).some(({ kind }) => kind === 'instance'));
  const hasOptions = useScene(({ options }) => Object.keys(options).length > 0);
  const hasStates = useScene(({ states }) => Object.keys(states).length > 0);
  const hasInteractions = useScene(({ interactions }) => Object.keys(interactions).length > 0);
  const hasTranslations = useScene(({ translations }) => Object.keys(translations).length > 0);
  const isSunless = useSignalValue(editor.isSunless);
  const write = (patch: object) => updateScene(editor.ydoc, patch);
  const rows = (fields: readonly ValueField[]) => (
    <ValueRows
      fields={fields}
      source={{ environment, unit }}
      onWrite={write}
      previewOf={(patch) => ({ scene: patch })}
    />
  );
  return (
    <>
      <Section title={t('scene.environment')}>
        {rows(LIGHT)}
        {isSunless && <p className={classes.note}>{t('scene.sunless')}</p>}
      </Section>
      <Section title={t('scene.background')}>{rows(backgroundFields(environment))}</Section>
      <Section title={t('scene.ground')}>
        {rows(groundFields(environment))}
        {isDomeBare(environment) && <p className={classes.note}>{t('scene.domeBare')}</p>}
      </Section>
      <Section title={t('scene.fog')} isOpen={environment.fog.enabled}>
        {rows(fogFields(environment))}
      </Section>
      <Section title={t('scene.effects')} isOpen={hasEffects} isLazy>
        <EffectsPanel />
      </Section>
      <Section title={t('materials.scene')} isOpen={false} isLazy>
        <MaterialList />
      </Section>
      <Section title={t('scene.components')} isOpen={hasComponents} isLazy>
        <ComponentsPanel />
      </Section>
      <Section title={t('scene.options')} isOpen={hasOptions} isLazy>
        <OptionsPanel />
      </Section>
      <Section title={t('scene.states')} isOpen={hasStates} isLazy>
        <StatesPanel />
      </Section>
      <Section title={t('scene.interactions')} isOpen={hasInteractions} isLazy>
        <InteractionsPanel />
      </Section>
      <Section title={t('scene.translations')} isOpen={hasTranslations} isLazy>
        <TranslationsPanel />
      </Section>
      <Section title={t('scene.view')}>
        <OpeningView />
      </Section>
      <Section title={t('scene.units')}>{rows(UNITS)}</Section>
      <Section title={t('scene.labels')} isOpen={false} isLazy>
        <SceneLabels />
      </Section>
      <Section title={t('scene.statistics')} isOpen={false} isLazy>
        <Statistics />
      </Section>
    </>
  );
}

function OpeningView() {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const toast = useToast();
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const { areDevicesShown } = useSignalValue(editor.ui.state);
  const handleClick = () => {
    const { position, target, fov } = editor.camera.pose.value;
    const { projection } = editor.camera;
    const camera = { position: position.toArray(), target: target.toArray(), fov, projection };
    editor.edit(() => updateScene(editor.ydoc, { camera }));
    toast({ kind: 'success', text: t('scene.viewSet') });
  };
  return (
    <div className={classes.buttons}>
      <Button disabled={isReadOnly} onClick={handleClick}>
        {t('scene.setView')}
      </Button>
      <Button onClick={() => toggleDevices(editor)}>
        {t(areDevicesShown ? 'scene.hideDevices' : 'scene.showDevices')}
      </Button>
    </div>
  );
}

type Environment = SceneDocument['environment'];

function backgroundFields({ background }: Environment): ValueField[] {
  const kind: ValueField = {
    path: 'environment.background.kind',
    label: 'scene.background',
    kind: 'select',
    options: choicesOf('scene.background', ['gradient', 'color', 'environment', 'image', 'transparent']),
  };
  const color = (label: 'scene.color' | 'scene.colorTop'): ValueField => ({
    path: 'environment.background.color',
    label,
    kind: 'color',
  });
  switch (background.kind) {
    case 'gradient':
      return [
        kind,
        color('scene.colorTop'),
        { path: 'environment.background.color2', label: 'scene.colorBottom', kind: 'color' },
      ];
    case 'color':
      return [kind, color('scene.color')];
    case 'image':
      return [
        kind,
        {
          path: 'environment.background.image',
          label: 'scene.background.image',
          kind: 'picture',
          shelf: null,
          upload: 3,
        },
      ];
    case 'environment':
      return [
        kind,
        {
          path: 'environment.background.blur',
          label: 'scene.blur',
          kind: 'number',
          unit: 'ratio',
          min: 0,
          max: 1,
          step: 0.01,
        },
      ];
    default:
      return [kind];
  }
}

function groundFields({ ground }: Environment): ValueField[] {
  const kind: ValueField = {
    path: 'environment.ground.kind',
    label: 'scene.ground',
    kind: 'select',
    options: choicesOf('scene.ground', ['none', 'shadow', 'reflective', 'dome']),
  };
  if (ground.kind === 'none') {
    return [kind];
  }
  const radius: ValueField = {
    path: 'environment.ground.radius',
    label: 'scene.radius',
    ...LENGTH,
    min: 0.1,
  };
  if (ground.kind !== 'dome') {
    return [kind, radius];
  }
  return [
    kind,
    { path: 'environment.ground.height', label: 'scene.domeHeight', ...LENGTH, min: 0.1 },
    radius,
  ];
}

/** Whether the ground is a sky dome, but there is no sky. */
function isDomeBare({ ground, hdri }: Environment): boolean {
  return ground.kind === 'dome' && hdri === null;
}

function fogFields({ fog }: Environment): ValueField[] {
  const enabled: ValueField = { path: 'environment.fog.enabled', label: 'scene.fog', kind: 'boolean' };
  if (!fog.enabled) {
    return [enabled];
  }
  return [
    enabled,
    { path: 'environment.fog.color', label: 'scene.color', kind: 'color' },
    { path: 'environment.fog.near', label: 'scene.fogNear', ...LENGTH },
    { path: 'environment.fog.far', label: 'scene.fogFar', ...LENGTH },
  ];
}

/** All materials of the scene, edited for all their uses. */
function MaterialList() {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const materials = useScene((scene) => scene.materials);
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const [open, setOpen] = useState<string | null>(null);
  return (
    <>
      <MaterialGrid
        label={t('materials.scene')}
        chosen={open}
        onChoose={(id) => setOpen((before) => (before === id ? null : id))}
      />
      {open !== null && Object.hasOwn(materials, open) && (
        <>
          <MaterialValues key={open} id={open} />
          <div className={shared.buttons}>
            <Button
              size="small"
              icon={<Trash2 size={14} aria-hidden="true" />}
              disabled={isReadOnly}
              onClick={() => deleteMaterial(editor, open)}
            >
              {t('materials.delete')}
            </Button>
          </div>
        </>
      )}
    </>
  );
}
