import {
  AlignCenterVertical,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartVertical,
  FlipHorizontal2,
} from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { IconButton } from '../../components/button/icon-button.tsx';
import { Select } from '../../components/select/select.tsx';
import { alignSelection, arraySelection, distributeSelection, mirrorSelection } from '../commands/arrange.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useStore } from '../hooks/use-store.ts';
import { useWords } from '../hooks/use-words.ts';
import { AXES, type Axis, MAX_COPIES, SIDES } from '../kernels/arrange.ts';
import { type ArrayForm, arrayPlanOf, FIRST_ARRAY, type Triple } from '../kernels/array-form.ts';
import classes from './fields.module.css';
import { NumberField } from './number-field.tsx';
import { Row } from './row.tsx';
import { Section } from './section.tsx';

const ICONS = { min: AlignStartVertical, center: AlignCenterVertical, max: AlignEndVertical } as const;

/** How the selected things stand to each other: aligned, with equal gaps, turned over, or many times. */
export function ArrangeSection({ ids }: { ids: readonly string[] }) {
  const { t } = useWords();
  return (
    <Section title={t('arrange.title')} isOpen={ids.length > 1}>
      {AXES.map((axis) => (
        <Row key={axis} label={t('arrange.axis', { axis: axis.toUpperCase() })}>
          <AxisButtons axis={axis} count={ids.length} />
        </Row>
      ))}
      <ArrayRows />
    </Section>
  );
}

function AxisButtons({ axis, count }: { axis: Axis; count: number }) {
  const editor = useEditor();
  const { t } = useWords();
  const isReadOnly = useStore(editor.isReadOnly);
  const name = axis.toUpperCase();
  return (
    <div className={classes.tools}>
      {SIDES.map((side) => {
        const Icon = ICONS[side];
        return (
          <IconButton
            key={side}
            size="small"
            label={t(`arrange.${side}`, { axis: name })}
            icon={<Icon size={16} aria-hidden="true" />}
            disabled={isReadOnly || count < 2}
            onClick={() => alignSelection(editor, axis, side)}
          />
        );
      })}
      <IconButton
        size="small"
        tip="end"
        label={t('arrange.distribute', { axis: name })}
        icon={<AlignHorizontalDistributeCenter size={16} aria-hidden="true" />}
        disabled={isReadOnly || count < 3}
        onClick={() => distributeSelection(editor, axis)}
      />
      <IconButton
        size="small"
        tip="end"
        label={t('arrange.mirror', { axis: name })}
        icon={<FlipHorizontal2 size={16} aria-hidden="true" />}
        disabled={isReadOnly}
        onClick={() => mirrorSelection(editor, axis)}
      />
    </div>
  );
}

const WORDS = { counts: 'array.counts', step: 'array.step', gaps: 'array.step' } as const;
const LENGTH = { unit: 'metres', min: -1e6, max: 1e6, step: 0.1 } as const;
const COUNT = { unit: 'count', min: 1, max: MAX_COPIES, step: 1 } as const;
const ANGLE = { unit: 'radians', min: -2 * Math.PI, max: 2 * Math.PI, step: Math.PI / 12 } as const;

/** Copies in a row, on a grid or around a point. Nothing is written before it is asked for. */
function ArrayRows() {
  const editor = useEditor();
  const { t } = useWords();
  const isReadOnly = useStore(editor.isReadOnly);
  const [form, setForm] = useState(FIRST_ARRAY);
  const change = (patch: Partial<ArrayForm>) => setForm((before) => ({ ...before, ...patch }));
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
  return (
    <details className={classes.more}>
      <summary>{t('array.title')}</summary>
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
        <div className={classes.buttons}>
          <Button
            size="small"
            disabled={isReadOnly}
            onClick={() => arraySelection(editor, arrayPlanOf(form))}
          >
            {t('array.make')}
          </Button>
        </div>
      </div>
    </details>
  );
}
